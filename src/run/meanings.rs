//! What the machine's moves mean: tokens collected, tokens compared with wanted ones, or numbers
//! added up.

use crate::language::vocabulary::Word;
use crate::run::limits::Limit;

/// Why an evaluation has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// No rule matches these words.
    Stuck(super::Span),
    /// It would cost too much.
    Limit(Limit),
    /// Its output is not the wanted one from this token on.
    Differs(u32),
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// How right sides are given a value. A right side is run from left to right, so the tokens of any
/// part of an evaluation lie side by side in the output, and its value is their range.
pub(super) trait Interpretation {
    type Value: Copy;

    /// What a right side is worth before its first item.
    fn begin(&self) -> Self::Value;
    /// Adds a token.
    fn token(&mut self, token: Word) -> Result<(), Halt>;
    /// Adds a number times a factor.
    fn number(&mut self, so_far: &mut Self::Value, number: i64, factor: i64) -> Result<(), Halt>;
    /// Adds the value of a variable's words that have just been evaluated.
    fn evaluated(
        &mut self,
        so_far: &mut Self::Value,
        value: Self::Value,
        factor: i64,
    ) -> Result<(), Halt>;
    /// Adds the value of a variable's words once more.
    fn again(
        &mut self,
        so_far: &mut Self::Value,
        value: Self::Value,
        factor: i64,
    ) -> Result<(), Halt>;
    /// Adds all tokens of the right side so far, `times` more times.
    fn repeat(&mut self, so_far: &Self::Value, times: u32) -> Result<(), Halt>;
    /// What a right side is worth after its last item.
    fn end(&self, so_far: Self::Value) -> Self::Value;
}

/// A part of the output, `start..end`.
pub(crate) type Tokens = (u32, u32);

/// Where tokens go.
pub(crate) trait Output {
    fn len(&self) -> u32;
    fn push(&mut self, token: Word) -> Result<(), Halt>;
    /// Adds copies of tokens that are there already.
    fn copy(&mut self, tokens: Tokens, times: u32) -> Result<(), Halt>;
}

impl<O: Output> Interpretation for O {
    type Value = Tokens;

    #[inline]
    fn begin(&self) -> Tokens {
        (self.len(), self.len())
    }

    #[inline]
    fn token(&mut self, token: Word) -> Result<(), Halt> {
        self.push(token)
    }

    fn number(&mut self, _: &mut Tokens, _: i64, _: i64) -> Result<(), Halt> {
        unreachable!("a grammar of tokens has no numbers")
    }

    #[inline]
    fn evaluated(&mut self, _: &mut Tokens, _: Tokens, _: i64) -> Result<(), Halt> {
        Ok(()) // they are in the output already
    }

    #[inline]
    fn again(&mut self, _: &mut Tokens, value: Tokens, _: i64) -> Result<(), Halt> {
        self.copy(value, 1)
    }

    #[inline]
    fn repeat(&mut self, so_far: &Tokens, times: u32) -> Result<(), Halt> {
        let tokens = (so_far.0, self.len());
        if tokens.0 == tokens.1 {
            return Ok(());
        }
        self.copy(tokens, times)
    }

    #[inline]
    fn end(&self, so_far: Tokens) -> Tokens {
        (so_far.0, self.len())
    }
}

/// Collects the output, up to a number of tokens.
pub(super) struct Collect<'a> {
    pub(super) tokens: &'a mut Vec<Word>,
    pub(super) limit: u32,
}

impl Output for Collect<'_> {
    fn len(&self) -> u32 {
        self.tokens.len() as u32
    }

    fn push(&mut self, token: Word) -> Result<(), Halt> {
        if self.len() >= self.limit {
            return Err(Limit::Length.into());
        }
        self.tokens.push(token);
        Ok(())
    }

    fn copy(&mut self, (start, end): Tokens, times: u32) -> Result<(), Halt> {
        if (end - start).saturating_mul(times) > self.limit - self.len() {
            return Err(Limit::Length.into());
        }
        for _ in 0..times {
            self.tokens.extend_from_within(start as usize..end as usize);
        }
        Ok(())
    }
}

/// Compares the output with a wanted one as it comes. What was right so far is a prefix of the
/// wanted output, so nothing is stored, and a repeat is compared within it.
pub(super) struct Compare<'a> {
    pub(super) wanted: &'a [Word],
    pub(super) so_far: u32,
}

impl Output for Compare<'_> {
    #[inline]
    fn len(&self) -> u32 {
        self.so_far
    }

    #[inline]
    fn push(&mut self, token: Word) -> Result<(), Halt> {
        if self.wanted.get(self.so_far as usize) != Some(&token) {
            return Err(Halt::Differs(self.so_far));
        }
        self.so_far += 1;
        Ok(())
    }

    #[inline]
    fn copy(&mut self, (start, end): Tokens, times: u32) -> Result<(), Halt> {
        // Copies side by side repeat what is before them, all of it.
        let (count, start) = ((end - start).saturating_mul(times), start as usize);
        let rest = &self.wanted[self.so_far as usize..];
        let rest = &rest[..rest.len().min(count as usize)];
        let mut same = 0;
        for (copied, wanted) in self.wanted[start..].iter().zip(rest) {
            if copied != wanted {
                break;
            }
            same += 1;
        }
        self.so_far += same;
        if same == count { Ok(()) } else { Err(Halt::Differs(self.so_far)) }
    }
}

/// Adds up numbers.
pub(super) struct Sum;

impl Sum {
    fn add(so_far: &mut i64, number: i64, factor: i64) -> Result<(), Halt> {
        let product = number.checked_mul(factor);
        *so_far = product.and_then(|product| so_far.checked_add(product)).ok_or(Limit::Overflow)?;
        Ok(())
    }
}

impl Interpretation for Sum {
    type Value = i64;

    fn begin(&self) -> i64 {
        0
    }

    fn token(&mut self, _: Word) -> Result<(), Halt> {
        unreachable!("a grammar of numbers has no tokens")
    }

    fn number(&mut self, so_far: &mut i64, number: i64, factor: i64) -> Result<(), Halt> {
        Self::add(so_far, number, factor)
    }

    fn evaluated(&mut self, so_far: &mut i64, value: i64, factor: i64) -> Result<(), Halt> {
        Self::add(so_far, value, factor)
    }

    fn again(&mut self, so_far: &mut i64, value: i64, factor: i64) -> Result<(), Halt> {
        Self::add(so_far, value, factor)
    }

    fn repeat(&mut self, _: &i64, _: u32) -> Result<(), Halt> {
        unreachable!("only tokens are repeated as a whole")
    }

    fn end(&self, so_far: i64) -> i64 {
        so_far
    }
}
