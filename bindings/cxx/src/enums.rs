//! The bridge's enums beside the core's: the same numbers and names, which the tests below compare. An enum
//! of C++ can hold any number, and so can those of cxx.

use crate::bridge::ffi;

/// Takes an enum of the core over by its number.
macro_rules! mirror {
    ($($type:ident),+) => {
        $(impl From<blicket::$type> for ffi::$type {
            fn from(of: blicket::$type) -> Self {
                Self { repr: of.number().try_into().unwrap_or(u8::MAX) }
            }
        })+
    };
}

mirror! { Device, Domain, Limit, Outcome, Phase, ProblemKind, StopReason, Strategy, Success }

#[cfg(test)]
mod tests {
    use super::*;

    /// Members of the core and of the bridge by their names in Rust, and how many the bridge has besides.
    macro_rules! compare {
        ($type:ident, $all:expr, $besides:literal) => {
            let all: Vec<blicket::$type> = $all.into();
            for member in &all {
                let name = format!("{member:?}").split('(').next().unwrap().to_owned();
                let here = format!("{:?}", ffi::$type::from(*member));
                assert_eq!(here, name, concat!("in ", stringify!($type)));
            }
            // One without a name is written with its number, as in Limit(5).
            let named = |repr: &u8| !format!("{:?}", ffi::$type { repr: *repr }).contains('(');
            let count = (0..=u8::MAX).filter(named).count();
            assert_eq!(count, all.len() + $besides, concat!("members of ", stringify!($type)));
        };
    }

    #[test]
    fn enums_have_the_numbers_and_the_names_of_the_core() {
        use blicket::{Device, Limit, Outcome, Strategy};
        compare!(Device, [Device::Auto, Device::Cpu, Device::Cuda(0)], 0);
        // Auto.
        compare!(Domain, blicket::Domain::ALL, 1);
        // None.
        compare!(Limit, Limit::ALL, 1);
        let limit = Outcome::Limit(Limit::Steps);
        compare!(Outcome, [Outcome::Value, Outcome::Stuck, limit, Outcome::Refused], 0);
        compare!(Phase, blicket::Phase::ALL, 0);
        let kinds = blicket::ProblemKind::ALL.iter().copied();
        // None. Numbers from 1000 are the laboratory's.
        compare!(ProblemKind, kinds.filter(|kind| kind.number() < 1000).collect::<Vec<_>>(), 1);
        compare!(StopReason, blicket::StopReason::ALL, 0);
        compare!(Strategy, Strategy::ALL, 0);
        compare!(Success, blicket::Success::ALL, 0);
    }
}
