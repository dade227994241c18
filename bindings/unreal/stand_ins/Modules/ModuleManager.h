#pragma once

class FDefaultModuleImpl
{
};
#define IMPLEMENT_MODULE(type, name) static type StandInModule; void* StandInModuleOf##name() { return &StandInModule; }
