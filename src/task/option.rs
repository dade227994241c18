//! The settings of a task by name, as texts. A binding that passes a name and a value on has every option
//! that there is, and every one that a later version adds.

use super::{Pinned, Strategy, Task};
use crate::language::Normalisation;
use crate::language::rule::Domain;
use std::fmt;
use std::time::Duration;

/// A setting of a task that can be set by its name: see [`Task::set`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TaskOption {
    /// [`Task::domain`].
    Domain,
    /// [`Task::strategy`].
    Strategy,
    /// [`Task::seed`].
    Seed,
    /// [`Task::timeout`], in milliseconds.
    TimeoutMs,
    /// [`Task::step_limit`].
    StepLimit,
    /// [`Task::use_query_inputs`].
    UseQueryInputs,
    /// [`Task::noise`].
    Noise,
    /// [`Task::normalisation`].
    Normalisation,
    /// [`Task::questions`].
    Questions,
    /// [`Task::pinned`], as the text of a grammar.
    Pinned,
    /// [`Task::disabled`].
    Disabled,
}

// Hosts have the names and not the numbers.
named! { TaskOption:
    Domain = 0 "domain",
    Strategy = 1 "strategy",
    Seed = 2 "seed",
    TimeoutMs = 3 "timeout_ms",
    StepLimit = 4 "step_limit",
    UseQueryInputs = 5 "use_query_inputs",
    Noise = 6 "noise",
    Normalisation = 7 "normalisation",
    Questions = 8 "questions",
    Pinned = 9 "pinned",
    Disabled = 10 "disabled",
}

/// What a domain or a normalisation is called that the examples decide.
const AUTO: &str = "auto";

impl TaskOption {
    /// What its values look like, for a person.
    pub fn expected(self) -> String {
        match self {
            Self::Domain => {
                let domains: Vec<&str> = Domain::ALL.iter().map(|domain| domain.name()).collect();
                format!("{AUTO}, {}", domains.join(", "))
            }
            Self::Strategy => {
                let all: Vec<&str> = Strategy::ALL.iter().map(|one| one.name()).collect();
                all.join(", ")
            }
            Self::Seed | Self::TimeoutMs | Self::StepLimit | Self::Questions => {
                format!("a whole number from 0 to {}", u64::MAX)
            }
            Self::UseQueryInputs | Self::Noise => "true or false".to_owned(),
            Self::Pinned => "the text of a grammar, or nothing".to_owned(),
            Self::Disabled => {
                "the indices of examples from 0, with commas between them, or nothing".to_owned()
            }
            Self::Normalisation => format!(
                "{AUTO}, {}, or some of fold-case, punctuation-split or punctuation-drop, and nfc, with \
                 commas between them",
                Normalisation::NOTHING
            ),
        }
    }

    /// Sets it; or else what is wrong with the value, as far as there is more to say than what is expected.
    fn put(self, task: &mut Task, value: &str) -> Result<(), Option<String>> {
        if self == Self::Pinned {
            let parsed = (!value.trim().is_empty()).then(|| Pinned::parse(value)).transpose();
            task.pinned = parsed.map_err(|errors| Some(errors.to_string()))?;
            return Ok(());
        }
        self.put_plain(task, value).ok_or(None)
    }

    fn put_plain(self, task: &mut Task, value: &str) -> Option<()> {
        match self {
            Self::Pinned => {}
            Self::Disabled if value.is_empty() => task.disabled.clear(),
            Self::Disabled => {
                task.disabled =
                    value.split(',').map(|index| index.parse().ok()).collect::<Option<_>>()?;
            }
            Self::Domain if value == AUTO => task.domain = None,
            Self::Domain => task.domain = Some(Domain::from_name(value)?),
            Self::Strategy => task.strategy = Strategy::from_name(value)?,
            Self::Seed => task.seed = value.parse().ok()?,
            Self::TimeoutMs => task.timeout = Duration::from_millis(value.parse().ok()?),
            Self::StepLimit => task.step_limit = value.parse().ok()?,
            Self::UseQueryInputs => task.use_query_inputs = value.parse().ok()?,
            Self::Noise => task.noise = value.parse().ok()?,
            Self::Questions => task.questions = value.parse().ok()?,
            Self::Normalisation if value == AUTO => task.normalisation = None,
            Self::Normalisation => task.normalisation = Some(Normalisation::from_name(value)?),
        }
        Some(())
    }

    fn read(self, task: &Task) -> String {
        match self {
            Self::Domain => task.domain.map_or(AUTO, Domain::name).to_owned(),
            Self::Strategy => task.strategy.name().to_owned(),
            Self::Seed => task.seed.to_string(),
            // Longer than can be counted is no limit, which is the largest number.
            Self::TimeoutMs => {
                u64::try_from(task.timeout.as_millis()).unwrap_or(u64::MAX).to_string()
            }
            Self::StepLimit => task.step_limit.to_string(),
            Self::UseQueryInputs => task.use_query_inputs.to_string(),
            Self::Noise => task.noise.to_string(),
            Self::Questions => task.questions.to_string(),
            Self::Pinned => task.pinned.as_ref().map(ToString::to_string).unwrap_or_default(),
            Self::Disabled => {
                let indices = task.disabled.iter().map(ToString::to_string);
                indices.collect::<Vec<_>>().join(",")
            }
            Self::Normalisation => {
                task.normalisation.map_or_else(|| AUTO.to_owned(), Normalisation::name)
            }
        }
    }
}

impl Task {
    /// Sets an option by its name: one of [`TaskOption::ALL`]. The value is what [`get`](Self::get) would
    /// give: a name, a whole number, `true` or `false`.
    ///
    /// ```
    /// let mut task = blicket::Task::new();
    /// task.set("noise", "true")?;
    /// assert!(task.noise);
    /// let error = task.set("noise", "perhaps").unwrap_err();
    /// assert_eq!(error.to_string(), "the option noise is set to `perhaps`, expected true or false");
    /// # Ok::<(), blicket::InvalidOption>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InvalidOption> {
        let unknown = || InvalidOption { name: name.to_owned(), value: None, reason: None };
        let option = TaskOption::from_name(name).ok_or_else(unknown)?;
        option.put(self, value).map_err(|reason| InvalidOption {
            name: name.to_owned(),
            value: Some(value.to_owned()),
            reason,
        })
    }

    /// The value of an option by its name; `None` if there is no such option.
    pub fn get(&self, name: &str) -> Option<String> {
        TaskOption::from_name(name).map(|option| option.read(self))
    }
}

/// An option of a task that there is not, or a value that it cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidOption {
    /// The name of the option.
    pub name: String,
    /// The value, if there is an option with this name.
    pub value: Option<String>,
    /// What is wrong with the value, if there is more to say than what would be right.
    pub reason: Option<String>,
}

impl fmt::Display for InvalidOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, reason } = self;
        match (TaskOption::from_name(name), value) {
            (Some(option), Some(_)) if reason.is_some() => {
                let (expected, reason) = (option.expected(), reason.as_deref().unwrap_or_default());
                write!(f, "the option {name} is to be {expected}: {reason}")
            }
            (Some(option), Some(value)) => {
                let expected = option.expected();
                write!(f, "the option {name} is set to `{value}`, expected {expected}")
            }
            _ => {
                let all: Vec<&str> = TaskOption::ALL.iter().map(|option| option.name()).collect();
                write!(f, "a task has no option `{name}`, expected {}", all.join(", "))
            }
        }
    }
}

impl std::error::Error for InvalidOption {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_reads_back_what_it_was_set_to_and_changes_nothing_else() {
        let values = [
            ("domain", "numbers"),
            ("strategy", "greedy"),
            ("seed", "7"),
            ("timeout_ms", "1500"),
            ("step_limit", "99"),
            ("use_query_inputs", "true"),
            ("noise", "true"),
            ("normalisation", "fold-case,punctuation-drop,nfc"),
            ("questions", "3"),
            ("pinned", "a -> A"),
            ("disabled", "0,2"),
        ];
        assert_eq!(values.len(), TaskOption::ALL.len());
        let all = |task: &Task| {
            TaskOption::ALL.iter().map(|option| option.read(task)).collect::<Vec<_>>()
        };
        let fresh = all(&Task::new());
        for (index, (name, value)) in values.into_iter().enumerate() {
            let mut task = Task::new();
            task.set(name, value).unwrap();
            assert_eq!(task.get(name).as_deref(), Some(value));
            let mut expected = fresh.clone();
            assert_ne!(std::mem::replace(&mut expected[index], value.to_owned()), value, "{name}");
            assert_eq!(all(&task), expected, "{name}");
            task.set(name, &fresh[index]).unwrap();
            assert_eq!(all(&task), fresh, "{name}");
        }
    }

    #[test]
    fn an_unknown_name_or_value_is_refused_with_what_would_be_right_and_changes_nothing() {
        let mut task = Task::new();
        let error = task.set("nois", "true").unwrap_err().to_string();
        assert!(
            error.contains("`nois`") && error.contains("use_query_inputs, noise, normalisation"),
            "{error}"
        );
        for option in TaskOption::ALL {
            let may_be_nothing = matches!(option, TaskOption::Pinned | TaskOption::Disabled);
            let wrong = ["", "-1", "Words", "1e3", "yes", " 1"].into_iter();
            for wrong in wrong.filter(|wrong| !may_be_nothing || !wrong.is_empty()) {
                let error = task.set(option.name(), wrong).unwrap_err().to_string();
                let is_named = error.contains(&format!("`{wrong}`"));
                assert!(is_named || option == &TaskOption::Pinned, "{error}");
                assert!(error.contains(&option.expected()), "{error}");
            }
            assert_eq!(task.get(option.name()), Task::new().get(option.name()));
        }
        assert_eq!(task.get("nois"), None);
    }
}
