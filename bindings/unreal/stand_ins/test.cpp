// The plugin's class with stand-ins for Unreal: what a game would do, frame by frame.
#include "BlicketCommander.h"

#undef check
#include <chrono>
#include <codecvt>
#include <cstdio>
#include <iostream>
#include <locale>
#include <thread>

using Converter = std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t>;

FTCHARToUTF8::FTCHARToUTF8(const TCHAR* Text) : Data(Converter().to_bytes(Text)) {}
FUTF8ToTCHAR::FUTF8ToTCHAR(const char* Text, int32 Count) : Data(Converter().from_bytes(Text, Text + Count)) {}
std::string& FStandInLog::Last()
{
	static std::string Text;
	return Text;
}
void FStandInLog::Write(const char*, const TCHAR* Text) { Last() = Converter().to_bytes(Text); }

namespace
{
std::string Say(const FString& Text) { return Converter().to_bytes(*Text); }

void Frames(UBlicketCommander& Commander)
{
	do
	{
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
		FTSTicker::GetCoreTicker().Tick(0.016f);
	} while (Commander.IsLearning());
	FTSTicker::GetCoreTicker().Tick(0.016f);
}

void Player(UBlicketCommander& Commander, const TCHAR* Command)
{
	FString Meaning;
	if (Commander.Apply(Command, Meaning)) std::cout << Say(Command) << " -> " << Say(Meaning) << "\n";
	else std::cout << Say(Command) << " -> not understood. " << Say(Commander.Advice(Command)) << "\n";
}
}  // namespace

int main()
{
	int Learnt = 0;
	UBlicketCommander Commander;
	Commander.OnLearnt.Bound.push_back([&] { ++Learnt; });
	Player(Commander, TEXT("open the door"));
	const TCHAR* const Lessons[][2] = {
		{TEXT("open the door"), TEXT("OPEN DOOR")},   {TEXT("open the chest"), TEXT("OPEN CHEST")},
		{TEXT("close the door"), TEXT("CLOSE DOOR")}, {TEXT("close the gate"), TEXT("CLOSE GATE")},
		{TEXT("wait"), TEXT("WAIT")},                 {TEXT("wait then open the gate"), TEXT("WAIT ; OPEN GATE")},
		{TEXT("close the chest then wait"), TEXT("CLOSE CHEST ; WAIT")},
	};
	for (const auto& Lesson : Lessons) Commander.Teach(Lesson[0], Lesson[1]);
	Frames(Commander);
	Player(Commander, TEXT("close the door then open the chest"));
	Player(Commander, TEXT("open the gtae"));
	Player(Commander, TEXT("open the window"));
	Commander.Teach(TEXT("open the window"), TEXT("OPEN FENSTER_Ä🤖"));
	Frames(Commander);
	Player(Commander, TEXT("wait then close the window"));
	Commander.Deny(TEXT("open the wait"));
	Frames(Commander);
	Player(Commander, TEXT("open the wait"));
	std::cout << "learnt, broadcast: " << Learnt << "\n";
	UBlicketCommander Doubtful;
	const TCHAR* const Few[][2] = {{TEXT("dax"), TEXT("RED")}, {TEXT("lug"), TEXT("BLUE")}, {TEXT("dax fep"), TEXT("RED RED RED")}, {TEXT("lug dax"), TEXT("BLUE RED")}};
	for (const auto& Lesson : Few) Doubtful.Teach(Lesson[0], Lesson[1]);
	Frames(Doubtful);
	FString Meaning;
	std::cout << "open: " << Doubtful.Apply(TEXT("lug dax fep"), Meaning) << ", perhaps " << Say(Doubtful.Guess(TEXT("lug dax fep"))).substr(0, 8) << "\n";
	Doubtful.BeginDestroy();
	std::cout << "stored: " << Commander.Store(TEXT("unreal-test.rules")) << "\n";
	UBlicketCommander Other;
	std::cout << "loaded: " << Other.Load(TEXT("unreal-test.rules")) << "\n";
	Player(Other, TEXT("close the window"));
	std::cout << "no such file: " << Other.Load(TEXT("no-such-file")) << ", logged: " << FStandInLog::Last() << "\n";
	Other.Forget(TEXT("wait"));
	for (UBlicketCommander* One : {&Other, &Commander})
	{
		One->BeginDestroy();
		One->BeginDestroy();
		Player(*One, TEXT("wait"));
	}
	std::remove("unreal-test.rules");
	std::remove("unreal-test.rules.lessons.tsv");
}
