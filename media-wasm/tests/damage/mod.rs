//! Mutates files deterministically.

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// Mutates a file in one to eight places, mostly one or two: bits, bytes, sizes, names, holes,
/// repeats, a cut.
pub fn damage(file: &mut Vec<u8>, random: &mut Random) {
    let places = 1 + random.below(8) * random.below(8) / 7;
    for _ in 0..places {
        if file.len() < 8 {
            return;
        }
        // Mostly near the start, where the structure is.
        let reach = if random.below(4) == 0 { file.len() } else { file.len().min(2048) };
        let at = random.below(reach);
        let word = at.min(file.len() - 4);
        match random.below(9) {
            0 => file[at] ^= 1 << random.below(8),
            1 => file[at] = random.next() as u8,
            2 => file[word..word + 4].copy_from_slice(&(random.next() as u32).to_be_bytes()),
            3 => {
                let edge = [0, 1, 7, 8, 0x7fff_ffff, 0x8000_0000, u32::MAX][random.below(7)];
                file[word..word + 4].copy_from_slice(&edge.to_be_bytes());
            }
            4 => {
                let from = random.below(file.len() - 4);
                file.copy_within(from..from + 4, word);
            }
            5 => file.truncate(at),
            6 => {
                let len = random.below(64).min(file.len() - at);
                file.drain(at..at + len);
            }
            7 => {
                let len = random.below(256).min(file.len() - at);
                let again = file[at..at + len].to_vec();
                file.splice(at..at, again);
            }
            _ => file.truncate(random.below(file.len())),
        }
    }
}
