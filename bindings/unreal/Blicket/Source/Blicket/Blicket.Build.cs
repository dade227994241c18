using System.IO;
using UnrealBuildTool;

public class Blicket : ModuleRules
{
    public Blicket(ReadOnlyTargetRules Target) : base(Target)
    {
        PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
        CppStandard = CppStandardVersion.Cpp20;
        // The commander below the UObject throws; nothing that it throws leaves the module.
        bEnableExceptions = true;
        PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine" });

        // `make unreal` puts the headers and the static library there.
        string Library = Path.Combine(ModuleDirectory, "..", "ThirdParty", "blicket");
        PrivateIncludePaths.Add(Path.Combine(ModuleDirectory, "Private", "Commander"));
        PublicSystemIncludePaths.Add(Path.Combine(Library, "include"));
        if (Target.Platform == UnrealTargetPlatform.Linux)
        {
            PublicAdditionalLibraries.Add(Path.Combine(Library, "lib", "libblicket.a"));
            PublicSystemLibraries.AddRange(new string[] { "pthread", "dl", "m" });
        }
    }
}
