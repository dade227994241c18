//! The header's enums beside the core's. cbindgen reads an enum only where it is written out, so each stands
//! here a second time, with the core's numbers and names; `tests/enums.rs` compares them, and the header.

/// An enum of the header.
pub(crate) trait Mirror: Copy + PartialEq + std::fmt::Debug + 'static {
    /// Every member.
    const ALL: &'static [Self];
    fn number(self) -> u32;
}

/// The member with a number of the core's; `otherwise` if the header has none, which a test rules out.
pub(crate) fn of<T: Mirror>(number: u32, otherwise: T) -> T {
    T::ALL.iter().copied().find(|member| member.number() == number).unwrap_or(otherwise)
}

/// Whether the header has a member with this number.
pub(crate) fn has<T: Mirror>(number: u32) -> bool {
    T::ALL.iter().any(|member| member.number() == number)
}

/// Lists the members of an enum of the header. One that is forgotten is never constructed, which the
/// compiler warns of.
macro_rules! mirror {
    ($type:ident: $($member:ident),+ $(,)?) => {
        impl $crate::mirror::Mirror for $type {
            const ALL: &'static [Self] = &[$(Self::$member),+];

            fn number(self) -> u32 {
                self as u32
            }
        }
    };
}
