// As much of Unreal as the plugin uses, so that it can be compiled, and its test run, where there is no Unreal. Written from
// its documentation. The macros are there because Unreal has them, and headers that it includes must bear them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

using int32 = std::int32_t;
using TCHAR = char16_t;

#define TEXT(text) u##text
#define check(expression) ((void)(expression))
#define checkf(expression, ...) ((void)(expression))
#define verify(expression) ((void)(expression))
#define ensure(expression) (!!(expression))
#define PI (3.1415926535897932f)
#define FORCEINLINE inline
#define UCLASS(...)
#define UFUNCTION(...)
#define UPROPERTY(...)
#define BLICKET_API
#define DEFINE_LOG_CATEGORY_STATIC(name, level, compiled) static const char* const name = #name
#define UE_LOG(category, level, format, text) FStandInLog::Write(category, text)

struct FStandInLog
{
	static void Write(const char* Category, const TCHAR* Text);
	static std::string& Last();
};

class FString
{
public:
	FString() = default;
	FString(const TCHAR* Text) : Data(Text) {}
	FString(int32 Count, const TCHAR* Text) : Data(Text, static_cast<std::size_t>(Count)) {}
	const TCHAR* operator*() const { return Data.c_str(); }
	int32 Len() const { return static_cast<int32>(Data.size()); }
	bool IsEmpty() const { return Data.empty(); }
	bool operator==(const FString& Other) const { return Data == Other.Data; }

private:
	std::u16string Data;
};

template <class Item>
class TArray
{
public:
	void Add(const Item& One) { Items.push_back(One); }
	void Empty() { Items.clear(); }
	int32 Num() const { return static_cast<int32>(Items.size()); }
	const Item& operator[](int32 Index) const { return Items[static_cast<std::size_t>(Index)]; }

private:
	std::vector<Item> Items;
};

class FTCHARToUTF8
{
public:
	explicit FTCHARToUTF8(const TCHAR* Text);
	const char* Get() const { return Data.c_str(); }
	int32 Length() const { return static_cast<int32>(Data.size()); }

private:
	std::string Data;
};

class FUTF8ToTCHAR
{
public:
	FUTF8ToTCHAR(const char* Text, int32 Count);
	const TCHAR* Get() const { return Data.c_str(); }
	int32 Length() const { return static_cast<int32>(Data.size()); }

private:
	std::u16string Data;
};

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE(name)                    \
	struct name                                                     \
	{                                                               \
		std::vector<std::function<void()>> Bound;                   \
		void Broadcast() const                                      \
		{                                                           \
			for (const auto& One : Bound) One();                    \
		}                                                           \
	}
