#pragma once

enum EObjectFlags { RF_ClassDefaultObject = 0x10 };

class UObject
{
public:
	virtual ~UObject() = default;
	virtual void BeginDestroy() {}
	bool HasAnyFlags(EObjectFlags) const { return false; }
};
