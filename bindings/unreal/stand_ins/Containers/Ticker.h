#pragma once

#include <functional>
#include <map>

struct FTickerDelegate
{
	std::function<bool(float)> Call;
	template <class Object>
	static FTickerDelegate CreateUObject(Object* Owner, bool (Object::*Method)(float))
	{
		return {[=](float Seconds) { return (Owner->*Method)(Seconds); }};
	}
};

class FTSTicker
{
public:
	using FDelegateHandle = int;
	static FTSTicker& GetCoreTicker()
	{
		static FTSTicker One;
		return One;
	}
	FDelegateHandle AddTicker(const FTickerDelegate& Delegate, float)
	{
		Delegates[++Next] = Delegate;
		return Next;
	}
	void RemoveTicker(FDelegateHandle Handle) { Delegates.erase(Handle); }
	// What the engine does in every frame.
	void Tick(float Seconds)
	{
		for (auto& One : Delegates) One.second.Call(Seconds);
	}

private:
	std::map<int, FTickerDelegate> Delegates;
	int Next = 0;
};
