#include "BlicketCommander.h"

#include "blicket_commander/commander.hpp"

#include <exception>
#include <string>
#include <string_view>

DEFINE_LOG_CATEGORY_STATIC(LogBlicket, Log, All);

namespace
{
std::string Utf8(const FString& Text)
{
	const FTCHARToUTF8 Converted(*Text);
	return std::string(Converted.Get(), static_cast<size_t>(Converted.Length()));
}

FString Unreal(std::string_view Text)
{
	const FUTF8ToTCHAR Converted(Text.data(), static_cast<int32>(Text.size()));
	return FString(Converted.Length(), Converted.Get());
}
}  // namespace

struct UBlicketCommander::FInside
{
	blicket_commander::Commander Commander;
	blicket_commander::Reply Reply;

	/** Calls, and puts what is thrown into the log: nothing that is thrown reaches the engine. */
	template <class Call>
	static bool Try(const std::shared_ptr<FInside>& Inside, Call Does)
	{
		if (!Inside)
		{
			return false;
		}
		try
		{
			Does(*Inside);
			return true;
		}
		catch (const std::exception& Problem)
		{
			UE_LOG(LogBlicket, Error, TEXT("%s"), *Unreal(Problem.what()));
			return false;
		}
	}
};

UBlicketCommander::UBlicketCommander()
{
	// The object that Unreal keeps of every class learns nothing.
	if (HasAnyFlags(RF_ClassDefaultObject))
	{
		return;
	}
	try
	{
		Inside = std::make_shared<FInside>();
	}
	catch (const std::exception& Problem)
	{
		UE_LOG(LogBlicket, Error, TEXT("%s"), *Unreal(Problem.what()));
		return;
	}
	Ticking = FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateUObject(this, &UBlicketCommander::Tick), 0.05f);
}

void UBlicketCommander::BeginDestroy()
{
	FTSTicker::GetCoreTicker().RemoveTicker(Ticking);
	Inside.reset();
	Super::BeginDestroy();
}

bool UBlicketCommander::Tick(float)
{
	const bool bLearning = IsLearning();
	if (bWasLearning && !bLearning)
	{
		OnLearnt.Broadcast();
	}
	bWasLearning = bLearning;
	return true;
}

void UBlicketCommander::Teach(const FString& Command, const FString& Meaning)
{
	FInside::Try(Inside, [&](FInside& In) { In.Commander.teach({Utf8(Command), Utf8(Meaning)}); });
	bWasLearning = true;
}

void UBlicketCommander::Deny(const FString& Command)
{
	FInside::Try(Inside, [&](FInside& In) { In.Commander.teach({Utf8(Command), std::nullopt}); });
	bWasLearning = true;
}

bool UBlicketCommander::Forget(const FString& Command)
{
	bool bForgotten = false;
	FInside::Try(Inside, [&](FInside& In) { bForgotten = In.Commander.forget(Utf8(Command)); });
	bWasLearning |= bForgotten;
	return bForgotten;
}

bool UBlicketCommander::IsLearning() const
{
	return Inside && Inside->Commander.state().learning;
}

bool UBlicketCommander::Apply(const FString& Command, FString& Meaning)
{
	bool bUnderstood = false;
	Meaning = FString();
	FInside::Try(Inside, [&](FInside& In) {
		bUnderstood = In.Commander.apply(Utf8(Command), In.Reply);
		Meaning = Unreal(In.Reply.meaning());
	});
	return bUnderstood;
}

FString UBlicketCommander::Guess(const FString& Command)
{
	FString Text;
	FInside::Try(Inside, [&](FInside& In) {
		In.Commander.apply(Utf8(Command), In.Reply);
		Text = Unreal(In.Reply.guess());
	});
	return Text;
}

FString UBlicketCommander::Advice(const FString& Command) const
{
	FString Text;
	FInside::Try(Inside, [&](FInside& In) { Text = Unreal(In.Commander.advice(Utf8(Command))); });
	return Text;
}

bool UBlicketCommander::Question(FString& Command, TArray<FString>& Meanings) const
{
	bool bOpen = false;
	FInside::Try(Inside, [&](FInside& In) {
		const auto Questions = In.Commander.questions();
		bOpen = !Questions.empty();
		if (!bOpen)
		{
			return;
		}
		Command = Unreal(Questions[0].command);
		Meanings.Empty();
		for (const auto& Meaning : Questions[0].meanings)
		{
			Meanings.Add(Unreal(Meaning.value_or("")));
		}
	});
	return bOpen;
}

FString UBlicketCommander::Problems() const
{
	FString Text;
	FInside::Try(Inside, [&](FInside& In) {
		const std::string Slips = In.Commander.slips(), Problem = In.Commander.state().problem;
		Text = Unreal(Slips + (Slips.empty() || Problem.empty() ? "" : "\n") + Problem);
	});
	return Text;
}

bool UBlicketCommander::Store(const FString& File) const
{
	return FInside::Try(Inside, [&](FInside& In) { In.Commander.store(Utf8(File)); });
}

bool UBlicketCommander::Load(const FString& File)
{
	return FInside::Try(Inside, [&](FInside& In) { In.Commander.load(Utf8(File)); });
}
