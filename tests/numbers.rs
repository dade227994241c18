//! Number words as a host sees them: languages of every make, and what is said where nothing can be
//! learnt.

use blicket::{
    Domain, Engine, EngineOptions, Outcome, Problem, Solution, StopReason, Success, Task,
};
use blicket_lab::sample::{
    LanguageSampler, LanguageSettings, NumberLanguage, NumberSampler, NumberSettings,
    necessary_numbers,
};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

fn task(support: &[(&str, i64)], queries: &[&str]) -> Task {
    let mut task = Task::new();
    support.iter().for_each(|(words, number)| task.add_example(*words, number.to_string()));
    queries.iter().for_each(|query| task.add_query(*query));
    task
}

/// Solves a task; what is called solved gives every example, and is a grammar of numbers.
fn solve(task: &Task) -> Solution {
    let solution = Engine::new(&EngineOptions::default()).unwrap().solve(task);
    assert_eq!(solution.answers.len(), task.queries.len());
    if let Some(grammar) = &solution.grammar {
        assert_eq!(grammar.domain(), Domain::Numbers);
        let given =
            |(input, output): &(String, String)| grammar.apply(input).text() == Some(output.trim());
        let right = task.support.iter().filter(|example| given(example)).count();
        assert_eq!(right + solution.unsatisfied.len(), task.support.len());
        assert_eq!(solution.success == Success::Solved, solution.unsatisfied.is_empty());
    }
    for answer in &solution.answers {
        assert_eq!(answer.text, answer.integer.map(|number| number.to_string()));
    }
    solution
}

/// Learns from `support` and gives the wanted numbers for the queries.
fn learns(support: &[(&str, i64)], queries: &[(&str, i64)]) {
    for use_query_inputs in [true, false] {
        let inputs: Vec<&str> = queries.iter().map(|(words, _)| *words).collect();
        let mut task = task(support, &inputs);
        task.use_query_inputs = use_query_inputs;
        let solution = solve(&task);
        let grammar = solution.grammar.expect("there is a grammar").to_string();
        assert_eq!(solution.success, Success::Solved, "{grammar}");
        for ((words, number), answer) in queries.iter().zip(&solution.answers) {
            // Where a number is only likely, it is a guess.
            let guess = answer.guess().and_then(|text| text.parse().ok());
            assert_eq!(guess, Some(*number), "{words}, by\n{grammar}");
            assert_eq!(answer.stuck, None);
        }
    }
}

#[test]
fn french_from_a_screenful() {
    learns(
        &[
            ("un", 1),
            ("deux", 2),
            ("trois", 3),
            ("quatre", 4),
            ("cinq", 5),
            ("six", 6),
            ("sept", 7),
            ("huit", 8),
            ("neuf", 9),
            ("dix", 10),
            ("onze", 11),
            ("douze", 12),
            ("vingt", 20),
            ("trente", 30),
            ("soixante", 60),
            ("cent", 100),
            ("mille", 1000),
            ("vingt et un", 21),
            ("trente deux", 32),
            ("soixante douze", 72),
            ("quatre vingt", 80),
            ("quatre vingt onze", 91),
            ("deux cent trois", 203),
            ("mille neuf cent", 1900),
            ("trois mille cent six", 3106),
            ("deux million", 2_000_000),
            ("six million sept mille", 6_007_000),
        ],
        &[
            ("quatre vingt dix sept", 97),
            ("cent vingt", 120),
            ("deux cent mille huit", 200_008),
            ("neuf million quatre vingt onze mille deux", 9_091_002),
            ("trois million soixante et onze mille cinq cent trente quatre", 3_071_534),
        ],
    );
}

/// Digits of a made-up language.
const DIGITS: [(&str, i64); 9] =
    [("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 5), ("f", 6), ("g", 7), ("h", 8), ("i", 9)];

fn with_digits<'a>(more: &[(&'a str, i64)]) -> Vec<(&'a str, i64)> {
    DIGITS.into_iter().chain(more.iter().copied()).collect()
}

#[test]
fn units_before_tens_with_a_connective() {
    learns(
        &with_digits(&[
            ("zwan", 20),
            ("drei", 30),
            ("vier", 40),
            ("c und zwan", 23),
            ("e und drei", 35),
            ("b hun", 200),
            ("b hun d und zwan", 224),
            ("f tau", 6000),
            ("i und vier tau b hun", 49_200),
        ]),
        &[("g und vier", 47), ("a und zwan tau c hun h und drei", 21_338)],
    );
}

#[test]
fn the_multiplier_comes_first() {
    learns(
        &with_digits(&[
            ("mia a", 100),
            ("mia d", 400),
            ("elf a", 1000),
            ("elf g", 7000),
            ("kumi", 10),
            ("kumi na b", 12),
            ("elf kumi na e", 15_000),
            ("mia b na f", 206),
            ("elf c , mia e", 3500),
            ("elf kumi na a , mia i na h", 11_908),
        ]),
        &[("elf kumi na c , mia d na kumi na b", 13_412), ("mia h na kumi", 810)],
    );
}

#[test]
fn bases_of_lakh_and_crore_and_ten_thousand() {
    learns(
        &with_digits(&[
            ("b lakh", 200_000),
            ("c cror", 30_000_000),
            ("d man", 40_000),
            ("e sau", 500),
            ("a cror b lakh", 10_200_000),
            ("g lakh h man i sau", 780_900),
        ]),
        &[("e cror f lakh g man h sau i", 50_670_809)],
    );
}

/// A number in words, in any base: digits are `n1`, `n2`, and so on, and powers of the base `p1`, `p2`, `p3`.
fn in_words(base: i64, number: i64) -> String {
    let mut words = Vec::new();
    for power in (0..4).rev() {
        let digit = number / base.pow(power) % base;
        if digit > 0 {
            words.push(format!("n{digit}"));
            words.extend((power > 0).then(|| format!("p{power}")));
        }
    }
    words.join(" ")
}

fn lent(pairs: &[(String, i64)]) -> Vec<(&str, i64)> {
    pairs.iter().map(|(words, number)| (words.as_str(), *number)).collect()
}

/// No base is wired in: digits and five longer numbers teach any base, although none of the five has a single
/// unknown word before others are guessed.
#[test]
fn every_base_is_learnt_from_the_same_examples() {
    // The digits of numbers, from the one that counts the most.
    let examples = [[0, 2, 3, 4], [0, 4, 1, 3], [0, 3, 2, 0], [2, 0, 4, 1], [3, 1, 2, 2]];
    let asked =
        [[0, 0, 3, 1], [0, 1, 4, 4], [4, 3, 2, 1], [1, 0, 0, 2], [2, 4, 0, 0], [0, 0, 2, 0]];
    for base in [5, 6, 8, 10, 11, 12, 16, 20, 36, 60] {
        let value =
            |digits: &[i64; 4]| digits.iter().fold(0, |number, digit| number * base + digit);
        let numbers = (1..base).chain(examples.iter().map(value));
        let support: Vec<(String, i64)> = numbers.map(|n| (in_words(base, n), n)).collect();
        let queries: Vec<(String, i64)> =
            asked.iter().map(value).map(|n| (in_words(base, n), n)).collect();
        learns(&lent(&support), &lent(&queries));
    }
}

/// One example says what `kor` would have to be worth for it, and nothing bears it out.
#[test]
fn an_answer_that_needs_an_odd_number_has_a_low_confidence() {
    let task = task(&with_digits(&[("c kor e", 7919)]), &["b kor d", "b d"]);
    let solution = solve(&task);
    assert_eq!(solution.success, Success::Solved);
    let confidence = |query: usize| solution.answers[query].confidence;
    assert!(confidence(0) < 0.6, "{:?}", solution.answers[0]);
    assert!(confidence(1) > 0.9, "{:?}", solution.answers[1]);
}

#[test]
fn a_connective_in_front_and_duals() {
    learns(
        &with_digits(&[
            ("ten", 10),
            ("twin", 200),
            ("hun", 100),
            ("c hun", 300),
            ("tho", 1000),
            ("twotho", 2000),
            ("e tho", 5000),
            ("d tho wa twin", 4200),
            ("tho wa b", 1002),
            ("hun wa ten wa f", 116),
            ("g tho wa hun", 7100),
            ("c mil wa twotho", 3_002_000),
            ("h mil wa tho", 8_001_000),
        ]),
        &[("i mil wa twotho wa hun wa c", 9_002_103), ("b mil wa f tho wa twin wa ten", 2_006_210)],
    );
}

#[test]
fn a_zero_word_and_a_word_that_is_never_alone() {
    learns(
        &with_digits(&[
            ("nol", 0),
            ("b shi", 20),
            ("f shi", 60),
            ("c bai", 300),
            ("c bai nol d", 304),
            ("e bai g shi", 570),
            ("h shi ichi", 81),
            ("d shi ichi", 41),
        ]),
        &[("i bai nol g", 907), ("b bai e shi ichi", 251)],
    );
}

#[test]
fn several_forms_of_one_word() {
    learns(
        &with_digits(&[
            ("sto", 100),
            ("d sto", 400),
            ("tys", 1000),
            ("b tysy", 2000),
            ("e tysj", 5000),
            ("c tysy sto", 3100),
            ("g tysj i", 7009),
            ("tys b sto", 1200),
            ("edna tysa", 1000),
            ("b sto edna tysa", 201_000),
        ]),
        &[("d tysy c sto", 4300), ("h tysj sto e", 8105), ("f sto edna tysa b", 601_002)],
    );
}

#[test]
fn a_pair_of_words_that_means_something_of_its_own() {
    learns(
        &with_digits(&[
            ("dez", 10),
            ("vint", 20),
            ("trint", 30),
            ("d vint", 80),
            ("d vint c", 83),
            ("d vint dez", 90),
            ("vint d", 24),
            ("b cen", 200),
            ("e cen d vint", 580),
            ("f cen vint", 620),
            ("c cen d vint dez a", 391),
            ("trint e", 35),
            ("vint", 20),
        ]),
        &[("g cen d vint i", 789), ("h cen trint d", 834)],
    );
}

#[test]
fn a_word_that_no_example_shows_is_refused_and_named() {
    let solution =
        solve(&task(&[("one", 1), ("two", 2), ("two ten", 20)], &["two ten one", "two ten three"]));
    assert_eq!(solution.answers[0].integer, Some(21));
    let refused = &solution.answers[1];
    assert_eq!((refused.integer, refused.confidence), (None, 0.0));
    assert_eq!(refused.stuck.as_deref(), Some(&["three".to_owned()][..]));
}

#[test]
fn the_domain_is_found_out_and_can_be_set() {
    let mut task = task(&[("one", 1), ("two", 2)], &["two one"]);
    assert_eq!(solve(&task).answers[0].integer, Some(3));
    task.domain = Some(Domain::Words);
    let solution = Engine::new(&EngineOptions::default()).unwrap().solve(&task);
    assert_eq!(solution.answers[0].text.as_deref(), Some("2 1"));
    assert_eq!(solution.answers[0].integer, None);
    // One output that is no number makes it a task of tokens, unless it is said to be one of numbers.
    task.domain = None;
    task.add_example("three", "DREI");
    let solution = Engine::new(&EngineOptions::default()).unwrap().solve(&task);
    assert_eq!(solution.grammar.unwrap().domain(), Domain::Words);
    task.domain = Some(Domain::Numbers);
    let solution = Engine::new(&EngineOptions::default()).unwrap().solve(&task);
    assert_eq!(solution.success, Success::Best);
    let [problem @ Problem::NotANumber { example: 2, .. }] = &solution.problems[..] else {
        panic!("{:?}", solution.problems);
    };
    assert!(problem.to_string().contains("example 3 wants \"DREI\""), "{problem}");
}

/// Outputs that no grammar of number words gives are tokens, whatever others beside them look like.
#[test]
fn signs_and_long_numbers_make_a_task_of_tokens() {
    for outputs in [["1", "-1"], ["+1", "0"], ["12345678901234567890", "7"]] {
        let mut task = Task::new();
        task.add_example("up", outputs[0]);
        task.add_example("down", outputs[1]);
        task.add_query("down");
        let solution = Engine::new(&EngineOptions::default()).unwrap().solve(&task);
        assert_eq!(solution.success, Success::Solved, "{:?}", solution.problems);
        assert_eq!(solution.answers[0].text.as_deref(), Some(outputs[1]));
        assert_eq!(solution.grammar.unwrap().domain(), Domain::Words);
    }
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let most = i64::MAX.to_string();
    let mut task = task(&[("b", 2), ("b gig", 2_000_000_000)], &["b gig gig", "b gig gig gig gig"]);
    task.add_example("lots", most.clone());
    let solution = solve(&task);
    assert_eq!(solution.answers[0].integer, Some(2_000_000_000_000_000_000));
    assert_eq!((solution.answers[1].integer, &solution.answers[1].stuck), (None, &None));
    let grammar = solution.grammar.as_ref().unwrap();
    assert_eq!(grammar.apply("lots").text(), Some(most.as_str()));
    assert!(matches!(grammar.apply("lots b").outcome(), Outcome::Limit(_)));
    // One more than fits.
    task.support[2].1 = "9223372036854775808".to_owned();
    task.domain = Some(Domain::Numbers);
    let solution = Engine::new(&EngineOptions::default()).unwrap().solve(&task);
    let [Problem::NotANumber { example: 2, .. }, too_large] = &solution.problems[..] else {
        panic!("{:?}", solution.problems);
    };
    assert_eq!(*too_large, Problem::AnswersPastLimits(vec![1]));
    assert!(too_large.to_string().contains("does not fit in 64 bits"), "{too_large}");
}

#[test]
fn contradictions_are_named_and_the_rest_is_learnt() {
    let support = [("one", 1), ("two", 2), ("two", 3), ("two", 2), ("two ten one", 21)];
    let solution = solve(&task(&support, &["one ten two"]));
    assert_eq!(solution.success, Success::Best);
    assert_eq!(solution.stop, StopReason::Exhausted);
    assert_eq!(solution.unsatisfied.iter().map(|u| u.example).collect::<Vec<_>>(), [2]);
    assert!(matches!(solution.problems[..], [Problem::Contradiction { examples: [1, 2], .. }]));
    // What `ten` is worth follows from one example: so it is a guess.
    assert_eq!(solution.answers[0].guess(), Some("12"));
}

#[test]
fn what_no_rule_explains_is_learnt_by_heart() {
    let support = [("one", 1), ("two", 2), ("ten", 10), ("ten two", 12), ("two one ten", 4711)];
    let solution = solve(&task(&support, &["ten one", "two one ten"]));
    assert_eq!(solution.success, Success::Solved);
    assert_eq!(solution.answers[0].integer, Some(11));
    assert_eq!(solution.answers[1].integer, Some(4711));
}

#[test]
fn odd_tasks_come_back() {
    for support in [&[][..], &[("", 1)], &[("one", 0)], &[("a a a a a a a a a a", 7)]] {
        let mut task = task(support, &["", "a", "one two"]);
        task.domain = Some(Domain::Numbers);
        solve(&task);
    }
    let long = "one ".repeat(5000);
    let solution = solve(&task(&[("one", 1), (&long, 5000)], &[&long]));
    assert_eq!(solution.answers[0].integer, Some(5000));
}

/// A query is never too long to be answered, and teaches nothing if it is long.
#[test]
fn long_queries_are_only_answered() {
    let long = format!("one {}", "ten ".repeat(50_000));
    let solution =
        solve(&task(&[("one", 1), ("ten", 10), ("one ten", 10)], &["one ten one", &long]));
    assert_eq!(solution.answers[0].integer, Some(11));
}

/// Where hardly a word is known, the search ends and says the best it has.
#[test]
fn many_unknown_words_come_back() {
    let lines: Vec<(String, i64)> = (0..60)
        .map(|line| {
            let words: Vec<String> = (0..12).map(|word| format!("w{}", line * 12 + word)).collect();
            (words.join(" "), line * 977 + 13)
        })
        .collect();
    let support: Vec<(&str, i64)> = lines.iter().map(|(words, n)| (words.as_str(), *n)).collect();
    assert_eq!(solve(&task(&support, &[])).success, Success::Solved);
}

/// A word in every example that means nothing, before or behind.
#[test]
fn a_particle_in_every_example() {
    let plain = with_digits(&[
        ("b ten", 20),
        ("f ten c", 63),
        ("d hun", 400),
        ("e hun g ten", 570),
        ("i hun b", 902),
        ("c hun h ten a", 381),
    ]);
    let particle: Vec<String> = plain.iter().map(|(words, _)| format!("{words} ko")).collect();
    let support: Vec<(&str, i64)> =
        particle.iter().map(String::as_str).zip(plain.iter().map(|(_, number)| *number)).collect();
    learns(&support, &[("b hun d ten i ko", 249), ("g ten ko", 70)]);
}

#[test]
fn steps_bound_the_search_and_repeat_it() {
    let language = language("vi");
    let sampler = sampler(&language);
    let episode = sampler.sample(1);
    for steps in [0, 1, 5, 40] {
        let mut task = Task::new();
        task.support = episode.support.clone();
        task.queries = episode.queries.iter().map(|(query, _)| query.clone()).collect();
        task.step_limit = steps;
        let (first, second) = (solve(&task), solve(&task));
        assert_eq!(first.grammar.map(|g| g.to_string()), second.grammar.map(|g| g.to_string()));
        // Grammars that are run on all examples count as well.
        assert!(first.statistics.steps <= steps + 3, "{} of {steps}", first.statistics.steps);
    }
}

fn language(name: &str) -> NumberLanguage {
    let file = format!("data/numbers/{name}.tsv");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    NumberLanguage::parse(name, &text).unwrap()
}

fn sampler(language: &NumberLanguage) -> LanguageSampler {
    let name = language.name().trim_end_matches(".raw");
    let settings = LanguageSettings::paper(necessary_numbers(name));
    LanguageSampler::new(language.clone(), settings).unwrap()
}

/// One draw of every language there is: all examples, and nearly all of the queries whose words the
/// examples show.
#[test]
fn real_languages() {
    let names = "el en es fr it ja ko vi zh el.raw es.raw fr.raw it.raw vi.raw \
                 ar da de fa hi hu id nl pl pt ru sw th tr";
    let (mut right, mut shown) = (0, 0);
    for name in names.split_whitespace() {
        let language = language(name);
        let episode = sampler(&language).sample(7);
        let mut task = Task::new();
        task.support = episode.support;
        let known: HashSet<&str> =
            task.support.iter().flat_map(|(words, _)| words.split_whitespace()).collect();
        task.queries = episode.queries.iter().map(|(query, _)| query.clone()).collect();
        let solution = solve(&task);
        assert_eq!(solution.success, Success::Solved, "{name}");
        for ((query, wanted), answer) in episode.queries.iter().zip(&solution.answers) {
            if query.split_whitespace().all(|word| known.contains(word)) {
                shown += 1;
                right += usize::from(answer.text == *wanted);
            } else {
                assert_eq!(answer.text, None, "{name}: {query} has a word that no example shows");
                assert!(answer.stuck.is_some());
            }
        }
    }
    assert!(shown > 800, "{shown}");
    assert!(right * 1000 >= shown * 995, "{right} of {shown}");
}

#[test]
fn sampled_languages() {
    let sampler = NumberSampler::new(NumberSettings::training()).unwrap();
    let (mut right, mut all) = (0, 0);
    for seed in 0..20 {
        let episode = sampler.sample(seed);
        let mut task = Task::new();
        task.support = episode.support;
        task.queries = episode.queries.iter().map(|(query, _)| query.clone()).collect();
        let solution = solve(&task);
        assert_eq!(solution.success, Success::Solved, "seed {seed}");
        all += episode.queries.len();
        let pairs = episode.queries.iter().zip(&solution.answers);
        right += pairs.filter(|((_, wanted), answer)| answer.text == *wanted).count();
    }
    assert!(right * 100 >= all * 98, "{right} of {all}");
}

#[test]
fn what_is_learnt_by_heart_is_said() {
    let regular = [("one", 1), ("two", 2), ("ten", 10), ("two ten", 20), ("two ten one", 21)];
    let named = |solution: &Solution| {
        solution.problems.iter().find_map(|problem| match problem {
            Problem::ByHeart(examples) => Some((examples.clone(), problem.to_string())),
            _ => None,
        })
    };
    assert_eq!(named(&solve(&task(&regular, &[]))), None);
    let mut odd = regular.to_vec();
    odd.extend([("one ten two", 77_317), ("one ten one", 11)]);
    odd.extend([("one one two", 40_404), ("two ten two", 22)]);
    let solution = solve(&task(&odd, &[]));
    assert_eq!(solution.success, Success::Solved);
    let (examples, message) = named(&solution).expect("no other rule explains them");
    assert_eq!(examples, [5, 7]);
    let (start, list) = ("2 examples are learnt by heart", "explains them: 6, 8; look for slips");
    assert!(message.starts_with(start) && message.contains(list), "{message}");
}

#[test]
fn wrong_examples_among_numbers_are_refused() {
    let noisy = task(&[("one", 1), ("one one", 2)], &["one"]).with(|task| task.noise = true);
    let solution = solve(&noisy);
    assert!(solution.grammar.is_none() && solution.answers[0].text.is_none());
    assert_eq!(solution.problems, [Problem::NoiseOfNumbers]);
    assert_eq!((solution.success, solution.stop), (Success::None, StopReason::Exhausted));
}

/// What is printed for a number has no zeros before it, so an output that has some is not that number.
#[test]
fn codes_with_zeros_before_them_are_tokens() {
    let mut task = Task::new();
    task.add_example("bond", "007");
    task.add_example("trevelyan", "006");
    let engine = Engine::new(&EngineOptions::default()).unwrap();
    let solution = engine.solve(&task);
    assert_eq!(solution.success, Success::Solved);
    let grammar = solution.grammar.unwrap();
    assert_eq!((grammar.domain(), grammar.apply("bond").text()), (Domain::Words, Some("007")));
    task.domain = Some(Domain::Numbers);
    let problems = engine.solve(&task).problems;
    let refused = |output: &str| {
        let is = |problem: &Problem| matches!(problem, Problem::NotANumber { output: o, .. } if o == output);
        problems.iter().any(is)
    };
    assert!(refused("007") && refused("006"), "{problems:?}");
}
