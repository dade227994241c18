//! Random numbers that are the same everywhere and for ever.

use std::ops::RangeInclusive;

/// A generator of random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// Neither the numbers of a seed nor what the methods make of them will ever change, because seeds
/// are written down: in the names of episodes, in reports, in tests.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

/// What a state grows by with every number.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The generator of this seed. Seeds next to each other give unrelated numbers.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The generator of a numbered stream of this seed. Streams of one seed give unrelated numbers.
    pub(crate) fn stream(seed: u64, number: u64) -> Self {
        Self::new(Self::new(seed).bits() ^ Self::new(!number).bits())
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// As if so many numbers had been drawn.
    #[inline]
    pub(crate) fn skip(&mut self, count: usize) {
        self.state = self.state.wrapping_add(STEP.wrapping_mul(count as u64));
    }

    /// A number below `n`, which must not be 0. Some numbers are more probable than others by a
    /// factor of 1 + n / 2^64 at most.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below 0");
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A number of a range that is not empty.
    pub fn within(&mut self, range: &RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// A number from 0 up to, but without, 1.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True with this probability.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of `items`, of which there must be one at least.
    #[inline]
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Brings `items` into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_first(items, items.len());
    }

    /// Brings `count` of `items`, drawn without replacement, to the front in a random order.
    pub fn shuffle_first<T>(&mut self, items: &mut [T], count: usize) {
        for index in 0..count.min(items.len()) {
            let other = index + self.below(items.len() - index);
            items.swap(index, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!([(); 5].map(|()| random.bits()), published);
    }

    #[test]
    fn what_is_made_of_the_numbers_stays_as_it_is() {
        let mut random = Random::new(1);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        random.shuffle(&mut items);
        let numbers = [random.below(1000), random.within(&(3..=5)), *random.choose(&[7, 8, 9])];
        assert_eq!((items, numbers), ([4, 6, 7, 5, 3, 2, 0, 1], [285, 5, 8]));
        assert_eq!((random.unit() * 1e6) as u32, 605_420);
    }

    #[test]
    fn numbers_that_are_skipped_are_those_that_would_be_drawn() {
        let (mut one, mut other) = (Random::new(5), Random::new(5));
        for _ in 0..7 {
            one.bits();
        }
        other.skip(7);
        assert_eq!(one.bits(), other.bits());
    }

    #[test]
    fn every_number_is_as_probable_as_every_other() {
        let mut random = Random::new(2);
        let (mut counts, mut places) = ([0i32; 7], [[0i32; 4]; 4]);
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
            let mut items = [0, 1, 2, 3];
            random.shuffle(&mut items);
            (0..4).for_each(|place| places[place][items[place]] += 1);
        }
        // Four standard deviations of a count are 370 and 458.
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 370), "{counts:?}");
        assert!(places.iter().flatten().all(|count| (count - 17_500).abs() < 458), "{places:?}");
    }

    #[test]
    fn units_fill_the_interval() {
        let mut random = Random::new(3);
        let units: Vec<f64> = (0..10_000).map(|_| random.unit()).collect();
        assert!(units.iter().all(|unit| (0.0..1.0).contains(unit)));
        let mean = units.iter().sum::<f64>() / 1e4;
        assert!((mean - 0.5).abs() < 4.0 * 0.289 / 100.0, "{mean}");
    }
}
