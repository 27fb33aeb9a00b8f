//! Random transcripts, edits and quotes.

#![allow(clippy::arithmetic_side_effects)]

use super::cues::{
    CHARACTER_MS, Cue, LINE_CHARACTERS, MAX_CUE_MS, MAX_PAUSE_MS, MIN_CUE_MS, UPRIGHT_LINE_CHARACTERS, cues,
};
use super::cuts::CueCuts;
use super::edit::{Edit, edit};
use super::quote::Quote;
use super::vtt::vtt;
use super::whisper::{Answer, Segment, SegmentWord, read};
use super::words::{join, split, width};
use super::{Transcript, Word};
use crate::chance::Chance;

const FILM_MS: u32 = 40_000;

/// Languages with words of theirs.
const LANGUAGES: [(&str, &[&str]); 5] = [
    ("en", &["a", "we", "really", "love", "it.", "service,", "extraordinarily", "Leeds", "R&D", "<b>", "-->", "fine?"]),
    ("ar", &["نحن", "سعداء", "جدا", "بالخدمة،", "Sayso", "شكرا.", "لكم", "دائما؟", "١٢", "كِتَابٌ"]),
    ("he", &["אנחנו", "מאוד", "מרוצים.", "מהשירות", "Sayso", "תודה!"]),
    ("ja", &["と", "て", "も", "便", "利", "で", "す。", "iPhone", "15", "「新", "買っ"]),
    ("de", &["Wir", "sind", "begeistert.", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", "und", "heißt:"]),
];

fn below(chance: &mut Chance, bound: u32) -> u32 {
    u32::try_from(chance.below(u64::from(bound))).expect("a small number")
}

fn index(chance: &mut Chance, bound: usize) -> usize {
    usize::try_from(chance.below(bound as u64)).expect("a small number")
}

/// Random speech, at any rate, with pauses.
fn speech(chance: &mut Chance) -> Transcript {
    let (language, vocabulary) = LANGUAGES[index(chance, LANGUAGES.len())];
    let rate = 20 + below(chance, 100);
    let mut words = Vec::new();
    let mut now = below(chance, 2000);
    loop {
        let text = chance.pick(vocabulary).to_owned();
        let end_ms = now + width(&text) * rate * (50 + below(chance, 100)) / 100;
        if end_ms > FILM_MS {
            return Transcript { language: language.to_owned(), words };
        }
        words.push(Word { text, start_ms: now, end_ms, probability: Some(90) });
        let pause = if chance.one_in(8) { below(chance, 3000) } else { below(chance, 60) };
        now = end_ms + pause;
    }
}

fn assert_ordered(transcript: &Transcript, seed: u64) {
    assert!(transcript.words.iter().all(|word| word.start_ms <= word.end_ms), "seed {seed}");
    assert!(transcript.words.windows(2).all(|pair| pair[0].end_ms <= pair[1].start_ms), "seed {seed}");
    let pieces: Vec<String> =
        split(&transcript.text(), &transcript.language).into_iter().map(|piece| piece.text).collect();
    let texts: Vec<&str> = transcript.words.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(pieces, texts, "seed {seed}: the text alone says where the words are");
}

/// Checks what every list of cues has to keep.
fn assert_cues(transcript: &Transcript, found: &[Cue], is_upright: bool, seed: u64) {
    let line = if is_upright { UPRIGHT_LINE_CHARACTERS } else { LINE_CHARACTERS };
    let shown: Vec<usize> = found.iter().flat_map(|cue| cue.words.clone()).collect();
    assert_eq!(shown, (0..transcript.words.len()).collect::<Vec<_>>(), "seed {seed}: every word once and in order");
    for (at, cue) in found.iter().enumerate() {
        let context = format!("seed {seed}: {cue:?}");
        let words = &transcript.words[cue.words.clone()];
        let (start, end) = (words[0].start_ms, words[words.len() - 1].end_ms);
        assert!((1..=2).contains(&cue.lines.len()), "{context}");
        let lines: Vec<String> =
            cue.lines.iter().flat_map(|line| split(line, &transcript.language)).map(|piece| piece.text).collect();
        assert_eq!(lines, words.iter().map(|word| word.text.clone()).collect::<Vec<_>>(), "{context}");
        for text in &cue.lines {
            assert!(width(text) <= line || split(text, &transcript.language).len() == 1, "{context}");
        }
        assert!(words.windows(2).all(|pair| pair[1].start_ms - pair[0].end_ms < MAX_PAUSE_MS), "{context}");
        assert!(cue.end_ms > cue.start_ms && cue.end_ms - cue.start_ms <= MAX_CUE_MS, "{context}");
        assert!(cue.start_ms <= start && (cue.end_ms >= end || cue.end_ms - cue.start_ms == MAX_CUE_MS), "{context}");

        let previous = at.checked_sub(1).map(|before| &found[before]);
        let next = found.get(at + 1);
        assert!(previous.is_none_or(|other| other.end_ms <= cue.start_ms), "{context}: no overlap");
        let room_until = next.map_or(FILM_MS, |other| transcript.words[other.words.start].start_ms);
        let shown_ms = cue.end_ms - cue.start_ms;
        if shown_ms < MIN_CUE_MS {
            assert_eq!(cue.end_ms, room_until, "{context}: as long as the speech allows");
            assert_eq!(cue.start_ms, previous.map_or(0, |other| other.end_ms), "{context}");
            for other in [previous, next].into_iter().flatten() {
                let joined = cue.words.start.min(other.words.start)..cue.words.end.max(other.words.end);
                assert!(
                    !is_possible(&transcript.words[joined], line, &transcript.language),
                    "{context}: joined to {other:?}"
                );
            }
        }
        let text = join(words, &transcript.language);
        if width(&text) * CHARACTER_MS > shown_ms {
            assert!(cue.end_ms >= room_until || shown_ms == MAX_CUE_MS, "{context}: as readable as the speech allows");
        }
    }
}

/// Whether these words could be one cue.
fn is_possible(words: &[Word], line: u32, language: &str) -> bool {
    let fits = |words: &[Word]| words.len() <= 1 || width(&join(words, language)) <= line;
    words.windows(2).all(|pair| pair[1].start_ms - pair[0].end_ms < MAX_PAUSE_MS)
        && words[words.len() - 1].end_ms - words[0].start_ms <= MAX_CUE_MS
        && (0..words.len()).any(|at| fits(&words[..at]) && fits(&words[at..]))
}

#[test]
fn cap04_cues_of_any_speech_keep_their_bounds() {
    for seed in 0..500 {
        let mut chance = Chance(seed);
        let transcript = speech(&mut chance);
        let is_upright = chance.one_in(2);
        let found = cues(&transcript, &CueCuts::default(), FILM_MS, is_upright);
        assert_cues(&transcript, &found, is_upright, seed);
        let read = parse(&vtt(&found, &transcript.language), &transcript.language);
        let written: Vec<(u32, u32, Vec<String>)> =
            found.into_iter().map(|cue| (cue.start_ms, cue.end_ms, cue.lines)).collect();
        assert_eq!(read, written, "seed {seed}");
    }
}

/// Reads `WebVTT` strictly: one header, blocks of a time line and text lines, known escapes only.
fn parse(file: &str, language: &str) -> Vec<(u32, u32, Vec<String>)> {
    let body = file.strip_prefix("WEBVTT\n").expect("a header");
    let blocks = body.split("\n\n").map(|block| block.trim_matches('\n')).filter(|block| !block.is_empty());
    let mut last_start = 0;
    let mut cues = Vec::new();
    for block in blocks {
        let (times, text) = block.split_once('\n').expect("a text");
        let (start, end) = times.split_once(" --> ").expect("two times");
        let (start, end) = (time(start), time(end));
        assert!(last_start <= start && start < end, "{times}");
        last_start = start;
        let lines = text.lines().map(|line| {
            assert!(!line.contains("-->") && !line.contains('<') && !line.contains('>'), "{line}");
            let is_right_to_left = matches!(language, "ar" | "he");
            assert_eq!(line.starts_with("&rlm;"), is_right_to_left, "{line}");
            let mut text = line.strip_prefix("&rlm;").unwrap_or(line).split('&');
            let mut plain = text.next().unwrap_or_default().to_owned();
            for escaped in text {
                let (name, rest) = escaped.split_once(';').expect("an escape");
                plain.push(match name {
                    "amp" => '&',
                    "lt" => '<',
                    "gt" => '>',
                    other => panic!("{other} is no escape"),
                });
                plain.push_str(rest);
            }
            plain
        });
        cues.push((start, end, lines.collect()));
    }
    cues
}

fn time(text: &str) -> u32 {
    assert_eq!(text.len(), "00:00:00.000".len());
    let parts: Vec<u32> = text.split([':', '.']).map(|part| part.parse().expect("digits")).collect();
    assert!(parts[1] < 60 && parts[2] < 60);
    ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + parts[3]
}

/// Words of a text that are in the transcript still, or new ones.
struct Draft {
    words: Vec<String>,
    /// Index of each word in the transcript of before.
    origin: Vec<Option<usize>>,
}

/// Replaces, inserts and deletes words at random.
fn draft(transcript: &Transcript, vocabulary: &[&str], chance: &mut Chance) -> Draft {
    let mut words: Vec<String> = transcript.words.iter().map(|word| word.text.clone()).collect();
    let mut origin: Vec<Option<usize>> = (0..words.len()).map(Some).collect();
    for _ in 0..below(chance, 6) {
        let at = index(chance, words.len() + 1);
        let end = (at + index(chance, 4)).min(words.len());
        let typed: Vec<String> = (0..index(chance, 4)).map(|_| chance.pick(vocabulary).to_owned()).collect();
        origin.splice(at..end, typed.iter().map(|_| None));
        words.splice(at..end, typed);
    }
    Draft { words, origin }
}

fn apply(transcript: &Transcript, draft: &Draft, seed: u64) -> Edit {
    let word = |text: &String| Word { text: text.clone(), start_ms: 0, end_ms: 0, probability: None };
    let text = join(&draft.words.iter().map(word).collect::<Vec<_>>(), &transcript.language);
    let edited = edit(transcript, &text, FILM_MS).expect("short text");
    assert_ordered(&edited.transcript, seed);
    let texts: Vec<&String> = edited.transcript.words.iter().map(|word| &word.text).collect();
    assert_eq!(texts, draft.words.iter().collect::<Vec<_>>(), "seed {seed}");
    edited
}

#[test]
fn cap05_ten_thousand_edits_keep_the_times_of_untouched_words() {
    for seed in 0..10_000 {
        let mut chance = Chance(seed);
        let mut transcript = speech(&mut chance);
        // Typed words differ from all others, so that it is certain which words were not touched.
        for (at, word) in transcript.words.iter_mut().enumerate() {
            word.text = format!("w{at}");
        }
        let draft = draft(&transcript, &["new", "words", "typed,", "here."], &mut chance);
        let edited = apply(&transcript, &draft, seed).transcript;
        for (word, origin) in edited.words.iter().zip(&draft.origin) {
            match origin {
                Some(at) => assert_eq!(word, &transcript.words[*at], "seed {seed}"),
                None => assert_eq!(word.probability, None, "seed {seed}"),
            }
        }
    }
}

#[test]
fn cap05_edits_among_equal_words_keep_as_many_times_as_possible() {
    for seed in 0..300 {
        let mut chance = Chance(seed);
        let transcript = speech(&mut chance);
        let (_, vocabulary) =
            LANGUAGES.iter().find(|(language, _)| *language == transcript.language).expect("a language");
        let draft = draft(&transcript, vocabulary, &mut chance);
        let edited = apply(&transcript, &draft, seed).transcript;
        let kept = edited.words.iter().filter(|word| word.probability.is_some()).collect::<Vec<_>>();
        assert!(kept.iter().all(|word| transcript.words.contains(word)), "seed {seed}");
        assert!(kept.len() >= draft.origin.iter().flatten().count(), "seed {seed}");
        let found = cues(&edited, &CueCuts::default(), FILM_MS, true);
        let shown: Vec<usize> = found.iter().flat_map(|cue| cue.words.clone()).collect();
        assert_eq!(shown, (0..edited.words.len()).collect::<Vec<_>>(), "seed {seed}");
        assert!(found.iter().all(|cue| cue.start_ms < cue.end_ms), "seed {seed}");
        assert!(found.windows(2).all(|pair| pair[0].end_ms <= pair[1].start_ms), "seed {seed}");
    }
}

#[test]
fn inv66_quotes_are_the_transcripts_own_words_in_order_after_any_edits() {
    let mut ended = 0;
    for seed in 0..500 {
        let mut chance = Chance(seed);
        let mut transcript = speech(&mut chance);
        let (_, vocabulary) =
            LANGUAGES.iter().find(|(language, _)| *language == transcript.language).expect("a language");
        let stretches = (0..=index(&mut chance, 2)).map(|_| {
            let start = index(&mut chance, transcript.words.len());
            start..(start + 1 + index(&mut chance, 6)).min(transcript.words.len())
        });
        let mut quote = Quote::of(stretches.collect(), &transcript);
        assert!(quote.is_some(), "seed {seed}");
        for _ in 0..6 {
            let Some(current) = quote else {
                ended += 1;
                break;
            };
            assert_own_words(&current, &transcript, seed);
            let draft = draft(&transcript, vocabulary, &mut chance);
            let edited = apply(&transcript, &draft, seed);
            quote = edited.quote(&current);
            transcript = edited.transcript;
        }
    }
    assert!(ended > 10, "some quotes lost all of their words: {ended}");
}

fn assert_own_words(quote: &Quote, transcript: &Transcript, seed: u64) {
    let mut place = 0;
    let mut expected = Vec::new();
    for range in quote.ranges() {
        let (first, end) = (range.first as usize, range.end as usize);
        assert!(place <= first && first < end && end <= transcript.words.len(), "seed {seed}");
        place = end + 1;
        expected.push(join(&transcript.words[first..end], &transcript.language));
    }
    let between = if transcript.language == "ja" { "…" } else { " … " };
    assert_eq!(quote.text(transcript).expect("own words"), expected.join(between), "seed {seed}");
}

#[test]
fn cap03_any_answer_becomes_an_orderly_transcript() {
    let numbers = [0.0, 0.3, 1.0, 1.2, 5.0, 12.5, 39.9, 40.0, 41.0, 1e12, -1.0, f64::NAN, f64::INFINITY];
    let texts = [
        " good",
        "good",
        "",
        " ",
        ",",
        "-known",
        " [Music]",
        "(",
        ")",
        "♪",
        "日本",
        "。",
        " e\u{301}",
        "\u{301}",
        "\u{200f}a",
        " two words",
        "เ",
        "น้ำ",
    ];
    for seed in 0..5000 {
        let mut chance = Chance(seed);
        let number = |chance: &mut Chance| (!chance.one_in(8)).then(|| numbers[index(chance, numbers.len())]);
        let word = |chance: &mut Chance| SegmentWord {
            word: texts[index(chance, texts.len())].to_owned(),
            start: number(chance),
            end: number(chance),
            probability: number(chance),
        };
        let segment = |chance: &mut Chance| Segment {
            start: number(chance),
            end: number(chance),
            text: (0..index(chance, 5)).map(|_| texts[index(chance, texts.len())]).collect(),
            words: (!chance.one_in(4)).then(|| (0..index(chance, 8)).map(|_| word(chance)).collect()),
            ..Segment::default()
        };
        let segments = (0..index(&mut chance, 4)).map(|_| segment(&mut chance)).collect();
        let (language, _) = LANGUAGES[index(&mut chance, LANGUAGES.len())];
        let answer = Answer { segments: Some(segments), text: String::new(), transcription_info: None };
        let transcript = read(&answer, language, FILM_MS);
        assert!(transcript.words.iter().all(|word| word.end_ms <= FILM_MS), "seed {seed}");
        assert!(transcript.words.windows(2).all(|pair| pair[0].end_ms <= pair[1].start_ms), "seed {seed}");
        assert!(transcript.words.iter().all(|word| word.start_ms <= word.end_ms), "seed {seed}");
    }
}

#[test]
fn cap01_a_film_is_transcribed_if_its_consent_the_deployment_and_the_business_allow_it() {
    use media_wasm::submission::{CONSENT_VERSION, FIRST_CONSENT_VERSION};
    let allowed =
        super::Facts { consent_version: CONSENT_VERSION, is_withdrawn: false, is_set_up: true, is_switched_on: true };
    assert_eq!(super::obstacle(&allowed), None);
    for (facts, obstacle, forbids) in [
        (super::Facts { is_withdrawn: true, ..allowed }, super::TranscriptObstacle::Withdrawn, true),
        (super::Facts { consent_version: FIRST_CONSENT_VERSION, ..allowed }, super::TranscriptObstacle::Consent, true),
        (super::Facts { is_set_up: false, ..allowed }, super::TranscriptObstacle::NotSetUp, false),
        (super::Facts { is_switched_on: false, ..allowed }, super::TranscriptObstacle::SwitchedOff, false),
    ] {
        assert_eq!(super::obstacle(&facts), Some(obstacle));
        assert_eq!(obstacle.forbids_captions(), forbids);
    }
}

#[test]
fn cap08_forty_seconds_cost_less_than_a_twentieth_of_a_cent() {
    assert_eq!(super::price_microdollars(40_000), 340);
    assert_eq!(super::price_microdollars(1), 1);
}

#[test]
fn cap01_words_of_a_sound_that_begins_later_than_its_film_are_later() {
    let word = |start_ms, end_ms| Word { text: "a".to_owned(), start_ms, end_ms, probability: Some(90) };
    let heard = Transcript { language: "en".to_owned(), words: vec![word(0, 300), word(400, 400)] };
    let moved = heard.later(250);
    assert_eq!(moved.words, [word(250, 550), word(650, 650)]);
    let last = Transcript { words: vec![word(u32::MAX - 1, u32::MAX)], ..moved };
    assert_eq!(last.later(10).words, [word(u32::MAX, u32::MAX)]);
}
