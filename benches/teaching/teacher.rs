//! A teacher who knows the language, and how a lesson goes.

use blicket::{Domain, Engine, Grammar, Solution, Task};
use std::time::Duration;

/// Who chooses what is shown next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The library asks, about sentences that it makes itself.
    Asked,
    /// The library asks, about inputs of the pool.
    AskedFromPool,
    /// The inputs of the pool in a random order.
    Random,
    /// The inputs of the pool as they stand in their file.
    File,
}

impl Order {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::AskedFromPool => "asked, from a pool",
            Self::Random => "random",
            Self::File => "as in the file",
        }
    }
}

/// What is to be taught.
pub(crate) struct Course<'a> {
    pub(crate) domain: Option<Domain>,
    /// What is shown before the first question.
    pub(crate) start: Vec<(String, String)>,
    /// What an input means; `None` if it is no sentence.
    pub(crate) teacher: &'a dyn Fn(&str) -> Option<String>,
    /// Inputs that the teacher could show.
    pub(crate) pool: Vec<String>,
    /// What has to be right in the end.
    pub(crate) test: &'a [(String, String)],
    pub(crate) most: usize,
}

/// How many answers it took until everything was right, if it ever was; and the share that was right after each.
pub(crate) struct Lesson {
    pub(crate) answers: Option<usize>,
    pub(crate) right: Vec<f64>,
    /// Whether the library said that nothing was open before everything was right.
    pub(crate) gave_up: bool,
}

impl Course<'_> {
    /// Teaches until all is right, or until there is nothing left to show or to ask.
    pub(crate) fn teach(&self, order: Order, mut pool: Vec<String>, engine: &Engine) -> Lesson {
        let mut task = Task::new();
        task.domain = self.domain;
        task.support.clone_from(&self.start);
        task.queries = self.test.iter().map(|(input, _)| input.clone()).collect();
        task.use_query_inputs = false;
        // Where time is up there are no questions, which is not that nothing is open.
        task.timeout = Duration::from_secs(3_600);
        let is_asked = matches!(order, Order::Asked | Order::AskedFromPool);
        task.questions = usize::from(is_asked);
        // What was asked and answered, for who wants to know why it takes so long.
        let is_told = std::env::var_os("TELL").is_some();
        let mut lesson = Lesson { answers: None, right: Vec::new(), gave_up: false };
        for answers in 0..=self.most {
            if order == Order::AskedFromPool {
                task.question_pool.clone_from(&pool);
            }
            let solution = engine.solve(&task);
            let right = self.right(&solution);
            lesson.right.push(right as f64 / self.test.len() as f64);
            if right == self.test.len() {
                lesson.answers = Some(answers);
                break;
            }
            let asked = solution.questions.first().map(|question| question.input.clone());
            let next = match order {
                Order::Asked | Order::AskedFromPool => {
                    lesson.gave_up = asked.is_none();
                    // Nothing seems to be open: whatever comes next in the pool.
                    asked.or_else(|| pool.first().cloned())
                }
                Order::Random | Order::File => pool.first().cloned(),
            };
            let Some(input) = next else { break };
            pool.retain(|one| *one != input);
            let output = (self.teacher)(&input);
            if is_told {
                tell(answers, right, &solution, &input, output.as_deref());
            }
            match output {
                Some(output) => task.add_example(input, output),
                None => task.add_no_sentence(input),
            }
        }
        lesson
    }

    fn right(&self, solution: &Solution) -> usize {
        let answers = solution.answers.iter().map(|answer| answer.text.as_deref());
        let pairs = answers.zip(self.test);
        pairs.filter(|(answer, (_, wanted))| *answer == Some(wanted.as_str())).count()
    }
}

/// One turn of a lesson.
fn tell(answers: usize, right: usize, solution: &Solution, input: &str, output: Option<&str>) {
    let rules = solution.grammar.as_ref().map(|it| it.rules_alone().to_string());
    let rules = rules.unwrap_or_default().trim().replace('\n', "  |  ");
    let question = solution.questions.first();
    let open = question.map_or("nothing is open".to_owned(), |it| {
        let answers = it.answers.iter();
        let answers = answers.map(|it| {
            format!("{:.2} {}", it.weight, it.text.as_deref().unwrap_or("(no sentence)"))
        });
        format!("worth {:.2}: {}", it.worth, answers.collect::<Vec<_>>().join(" / "))
    });
    eprintln!("{answers} answers, {right} right; {rules}");
    eprintln!("    {input} => {} ({open})", output.unwrap_or("(no sentence)"));
}

/// A teacher who has a grammar.
pub(crate) fn by_grammar(grammar: &Grammar) -> impl Fn(&str) -> Option<String> + '_ {
    |input| grammar.apply(input).text().map(str::to_owned)
}
