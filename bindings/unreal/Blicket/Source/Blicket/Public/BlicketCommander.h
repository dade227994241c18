// Commands of a game, for Blueprints and C++: learnt from examples in the background, taught while the game runs, refused
// where they are not understood. Call it from the game thread. SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "Containers/Ticker.h"
#include "CoreMinimal.h"
#include "UObject/Object.h"

#include <memory>

#include "BlicketCommander.generated.h"

DECLARE_DYNAMIC_MULTICAST_DELEGATE(FBlicketLearnt);

UCLASS(BlueprintType)
class BLICKET_API UBlicketCommander : public UObject
{
	GENERATED_BODY()

public:
	UBlicketCommander();
	virtual void BeginDestroy() override;

	/** What a command means. A lesson for the same command is replaced. Learnt in the background: no frame waits. */
	UFUNCTION(BlueprintCallable, Category = "Blicket")
	void Teach(const FString& Command, const FString& Meaning);

	/** That this is no command. */
	UFUNCTION(BlueprintCallable, Category = "Blicket")
	void Deny(const FString& Command);

	/** Takes a lesson back; false if there is none. */
	UFUNCTION(BlueprintCallable, Category = "Blicket")
	bool Forget(const FString& Command);

	/** Whether there are lessons that the rules do not have yet. */
	UFUNCTION(BlueprintPure, Category = "Blicket")
	bool IsLearning() const;

	/** Gives the meaning and true; false if it is not understood: then do nothing, and show the advice. */
	UFUNCTION(BlueprintCallable, Category = "Blicket")
	bool Apply(const FString& Command, FString& Meaning);

	/** What it may mean where Apply gives false because the lessons leave it open: ask back, do not act. Empty without. */
	UFUNCTION(BlueprintCallable, Category = "Blicket")
	FString Guess(const FString& Command);

	/** Which words are unknown, and what was probably meant. */
	UFUNCTION(BlueprintCallable, Category = "Blicket")
	FString Advice(const FString& Command) const;

	/** A command to ask the player about, and what it may mean; an empty text where it may be none. False if nothing is open. */
	UFUNCTION(BlueprintCallable, Category = "Blicket")
	bool Question(FString& Command, TArray<FString>& Meanings) const;

	/** Slips in the lessons, and what was not learnt, a line each; empty if all is well. */
	UFUNCTION(BlueprintCallable, Category = "Blicket")
	FString Problems() const;

	/** Rules and lessons to a file and back. False if that failed; the log says why. */
	UFUNCTION(BlueprintCallable, Category = "Blicket")
	bool Store(const FString& File) const;
	UFUNCTION(BlueprintCallable, Category = "Blicket")
	bool Load(const FString& File);

	/** All lessons are learnt. On the game thread. */
	UPROPERTY(BlueprintAssignable, Category = "Blicket")
	FBlicketLearnt OnLearnt;

private:
	bool Tick(float Seconds);

	struct FInside;
	std::shared_ptr<FInside> Inside;
	FTSTicker::FDelegateHandle Ticking;
	bool bWasLearning = false;
};
