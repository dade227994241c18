//! Enums that the outside knows by numbers and names. A host in C or C++ sees the number, JSON and the
//! command line have the name. Both are written once, here in the core; the header's enums, those of the
//! C++ wrapper and those of the bridge are tested against them.

/// Gives an enum without fields a number and a name for each member. Numbers are never given a second
/// meaning: the number of a member that goes stays reserved, in a comment beside the list.
macro_rules! named {
    ($type:ident: $($(#[$cfg:meta])? $member:ident = $number:literal $name:literal),+ $(,)?) => {
        impl $type {
            /// Every member, in the order of the numbers.
            pub const ALL: &'static [Self] = &[$($(#[$cfg])? Self::$member),+];

            /// Its name in JSON and on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $($(#[$cfg])? Self::$member => $name),+
                }
            }

            /// Its number in the C header. A number is never given a second meaning.
            pub fn number(self) -> u32 {
                match self {
                    $($(#[$cfg])? Self::$member => $number),+
                }
            }

            /// The member with this number, if there is one.
            pub fn from_number(number: u32) -> Option<Self> {
                Self::ALL.iter().copied().find(|member| member.number() == number)
            }

            /// The member with this name, if there is one.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|member| member.name() == name)
            }
        }
    };
}
