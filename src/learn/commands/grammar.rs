//! Grammars while they are learnt: sections of rules. Section 0 reads whole
//! inputs.

use super::store::{Body, BodyId, Kind, Store};
use super::symbol::Symbol;
use super::task::CommandTask;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DraftRule {
    pub(crate) section: usize,
    pub(crate) body: BodyId,
    /// How often the examples use it.
    pub(crate) count: u32,
    /// Not yet a source of templates: long examples come later.
    pub(crate) late: bool,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Draft {
    pub(crate) rules: Vec<DraftRule>,
    pub(crate) sections: usize,
}

impl Draft {
    /// Every example by heart: the first grammar that satisfies all of them.
    pub(crate) fn by_heart(task: &CommandTask, store: &mut Store) -> Draft {
        let mut grammar = Draft { rules: vec![], sections: 1 };
        for example in &task.examples {
            let body = store.intern(task, &example.input, &example.output);
            grammar.add(0, body, 1);
        }
        grammar
    }

    pub(crate) fn find(&self, section: usize, body: BodyId) -> Option<usize> {
        self.rules.iter().position(|r| r.section == section && r.body == body)
    }

    /// Adds a rule, or to the count of the one that is there. True if new.
    pub(crate) fn add(&mut self, section: usize, body: BodyId, count: u32) -> bool {
        match self.find(section, body) {
            Some(i) => {
                self.rules[i].count += count;
                false
            }
            None => {
                self.rules.push(DraftRule { section, body, count, late: false });
                true
            }
        }
    }

    pub(crate) fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.sections];
        self.rules.iter().for_each(|r| sizes[r.section] += 1);
        sizes
    }

    /// The kinds of members of each section.
    pub(crate) fn kinds(&self, store: &Store) -> Vec<Kind> {
        let mut kinds = vec![Kind::default(); self.sections];
        self.rules
            .iter()
            .for_each(|r| kinds[r.section] = kinds[r.section].with(store.get(r.body).kind));
        kinds
    }

    /// How often each section is asked for.
    pub(crate) fn uses(&self, store: &Store) -> Vec<f64> {
        let mut uses = vec![0.0; self.sections];
        for rule in &self.rules {
            let body = store.get(rule.body);
            if body.slots > 0 {
                body.left
                    .iter()
                    .filter_map(|s| s.as_slot())
                    .for_each(|c| uses[c] += f64::from(rule.count));
            }
            if rule.section == 0 {
                uses[0] += f64::from(rule.count);
            }
        }
        uses
    }

    /// Drops empty sections and numbers the others anew.
    pub(crate) fn compact(&mut self, task: &CommandTask, store: &mut Store) {
        let sizes = self.sizes();
        let mut new = vec![0; sizes.len()];
        let mut next = 1;
        for section in 1..sizes.len() {
            if sizes[section] > 0 {
                new[section] = next;
                next += 1;
            }
        }
        if next == sizes.len() {
            return;
        }
        for rule in &mut self.rules {
            rule.section = new[rule.section];
            let renamed = rename(store.get(rule.body), |section| new[section]);
            if let Some(left) = renamed {
                let right = store.get(rule.body).right.clone();
                rule.body = store.intern(task, &left, &right);
            }
        }
        self.sections = next;
    }
}

/// The left side with other section numbers; `None` if nothing changes.
pub(crate) fn rename(body: &Body, section: impl Fn(usize) -> usize) -> Option<Vec<Symbol>> {
    let changed = body.left.iter().any(|s| s.as_slot().is_some_and(|c| section(c) != c));
    changed.then(|| {
        body.left.iter().map(|s| s.as_slot().map_or(*s, |c| Symbol::slot(section(c)))).collect()
    })
}

/// A body that is one slot and nothing else: the section it hands over to.
pub(crate) fn unit_of(body: &Body) -> Option<usize> {
    if body.left.len() == 1 { body.left[0].as_slot() } else { None }
}
