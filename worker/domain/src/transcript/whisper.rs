//! Reads the answer of a Whisper engine: Workers AI's `@cf/openai/whisper-large-v3-turbo`, or faster-whisper.
//!
//! Whisper was trained on subtitles and writes some where nobody speaks. The thresholds are those by which the engines
//! themselves call a passage silent or failed: openai/whisper `whisper/transcribe.py` (`no_speech_threshold` 0.6 with
//! `logprob_threshold` -1, `compression_ratio_threshold` 2.4, `word_anomaly_score` 0.15), and the same in faster-whisper;
//! whisper.cpp has an entropy of 2.4 instead of the compression ratio. The engines only decode such a passage again and
//! keep the last attempt. No phrase is dropped for its words: "Thank you." is Whisper's favourite for silence and also the
//! end of many testimonials.

use serde::Deserialize;

use super::language::{is_unspaced, primary_tag};
use super::words::{Piece, is_space, is_spoken, split, spread};
use super::{Transcript, Word};
use crate::limits::{MAX_TRANSCRIPT_WORDS, MAX_WORD_CHARACTERS};

/// A segment is silence above this probability if it is also unlikely.
const NO_SPEECH_PROBABILITY: f64 = 0.6;
/// A segment is unlikely below this average log probability.
const UNLIKELY_LOG_PROBABILITY: f64 = -1.0;
/// A segment repeats itself above this compression ratio.
const REPETITIVE_RATIO: f64 = 2.4;
/// A film with less speech than this, in seconds, has none.
const LEAST_SPEECH_SECONDS: f64 = 0.1;
/// A word is improbable below this many percent.
const IMPROBABLE_PERCENT: u8 = 15;
/// Nobody speaks a word in less time.
const SHORTEST_WORD_MS: u32 = 40;
/// A longer word contains the silence beside it.
const LONGEST_WORD_MS: u32 = 2000;
/// How far a word may lie outside its segment.
const SEGMENT_TOLERANCE_MS: u32 = 1000;
/// A single word said so many times in a row is a loop of the decoder: its first time stays.
const WORD_LOOP: usize = 6;
/// The same for several words.
const PHRASE_LOOP: usize = 4;
/// Longest phrase of a loop, in words.
const MAX_PHRASE: usize = 24;
/// The signs around sounds that Whisper writes: `[Music]`, `(laughs)`, `*sighs*`.
const SOUND_MARKS: [(char, char); 6] = [('[', ']'), ('(', ')'), ('（', '）'), ('【', '】'), ('*', '*'), ('♪', '♪')];

/// An answer. Everything but the text may be missing.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Answer {
    /// About the whole film.
    pub transcription_info: Option<Info>,
    /// All that was said.
    #[serde(default)]
    pub text: String,
    /// Passages of some seconds.
    pub segments: Option<Vec<Segment>>,
}

/// About a transcription.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Info {
    /// Language code.
    pub language: Option<String>,
    /// Seconds of speech.
    pub duration_after_vad: Option<f64>,
}

/// A passage.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Segment {
    /// Seconds.
    pub start: Option<f64>,
    /// Seconds.
    pub end: Option<f64>,
    /// The text of all words.
    #[serde(default)]
    pub text: String,
    /// Average log probability of its tokens.
    pub avg_logprob: Option<f64>,
    /// Its size divided by its compressed size.
    pub compression_ratio: Option<f64>,
    /// Probability that nobody speaks.
    pub no_speech_prob: Option<f64>,
    /// Its words.
    pub words: Option<Vec<SegmentWord>>,
}

/// A word of a passage, or a part of one.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct SegmentWord {
    /// The word, with the space before it.
    #[serde(default)]
    pub word: String,
    /// Seconds.
    pub start: Option<f64>,
    /// Seconds.
    pub end: Option<f64>,
    /// Probability, from the embedded engine only.
    pub probability: Option<f64>,
}

/// A piece of text that was heard at a time.
#[derive(Debug, Clone)]
struct Token {
    text: String,
    span: (u32, u32),
    probability: Option<u8>,
}

impl Token {
    const fn duration(&self) -> u32 {
        self.span.1.saturating_sub(self.span.0)
    }

    fn is_improbable(&self) -> bool {
        self.probability.is_some_and(|percent| percent < IMPROBABLE_PERCENT)
    }
}

/// Makes the transcript of a film from an answer (CAP03). `language` is the tag that was asked for.
#[must_use]
pub fn read(answer: &Answer, language: &str, film_ms: u32) -> Transcript {
    let info = answer.transcription_info.clone().unwrap_or_default();
    let language = info.language.as_deref().and_then(primary_tag).or_else(|| primary_tag(language)).unwrap_or_default();
    let is_silent = info.duration_after_vad.is_some_and(|seconds| seconds < LEAST_SPEECH_SECONDS);
    let mut segments = answer.segments.clone().unwrap_or_default();
    if segments.is_empty() {
        segments.push(Segment { text: answer.text.clone(), ..Segment::default() });
    }
    segments.retain(|segment| !is_silent && is_speech(segment));
    segments.sort_by_key(|segment| milliseconds(segment.start).unwrap_or(0));

    let mut words: Vec<Word> = Vec::new();
    for segment in &segments {
        let heard_until = words.last().map_or(0, |word| word.end_ms);
        let found = segment_words(&tokens(segment, &language, (heard_until, film_ms)), &language);
        for word in found.into_iter().filter(|word| word.start_ms < film_ms) {
            let start_ms = word.start_ms.max(words.last().map_or(0, |last| last.end_ms));
            words.push(Word { start_ms, end_ms: word.end_ms.min(film_ms).max(start_ms), ..word });
        }
    }
    let mut words = without_loops(words);
    words.truncate(MAX_TRANSCRIPT_WORDS);
    Transcript { language, words }
}

/// Whether somebody speaks in a segment, judged as a whole.
fn is_speech(segment: &Segment) -> bool {
    let is_unlikely = segment.avg_logprob.is_some_and(|average| average < UNLIKELY_LOG_PROBABILITY);
    let is_silent = segment.no_speech_prob.is_some_and(|probability| probability > NO_SPEECH_PROBABILITY);
    let is_repetitive = segment.compression_ratio.is_some_and(|ratio| ratio > REPETITIVE_RATIO);
    let words = segment.words.as_deref().unwrap_or_default();
    let improbable = words.iter().filter(|word| percent(word.probability).is_some_and(|p| p < IMPROBABLE_PERCENT));
    let is_improbable = improbable.count().saturating_mul(2) > words.len();
    !(is_silent && is_unlikely || is_repetitive || is_improbable)
}

/// Returns the tokens of a segment with valid times: its words, or its text as one. `around` are the end of the words
/// before, and of the film.
fn tokens(segment: &Segment, language: &str, around: (u32, u32)) -> Vec<Token> {
    let words = segment.words.as_deref().unwrap_or_default();
    let times = || words.iter().filter_map(|word| Some((milliseconds(word.start)?, milliseconds(word.end)?)));
    let from = milliseconds(segment.start).or_else(|| times().map(|(start, _)| start).min()).unwrap_or(around.0);
    let to = milliseconds(segment.end).or_else(|| times().map(|(_, end)| end).max()).unwrap_or(around.1);
    let bounds = (from, if to < from { around.1.max(from) } else { to });
    if words.iter().all(|word| !is_spoken(&word.word)) {
        return vec![Token { text: segment.text.clone(), span: bounds, probability: None }];
    }

    // An engine may leave the spaces out.
    let is_spaced = is_unspaced(language) || words.iter().skip(1).any(|word| word.word.starts_with(is_space));
    let mut heard = 0;
    let mut tokens = Vec::with_capacity(words.len());
    let mut known = Vec::with_capacity(words.len());
    for word in words {
        let text = if is_spaced || !is_spoken(&word.word) { word.word.clone() } else { format!(" {}", word.word) };
        let time = time_of(word, bounds).filter(|(start, _)| *start >= heard);
        heard = time.map_or(heard, |(start, _)| start);
        known.push(time.is_some());
        tokens.push(Token { text, span: time.unwrap_or_default(), probability: percent(word.probability) });
    }
    fill(&mut tokens, &known, bounds);
    let is_possible = |token: &Token| (SHORTEST_WORD_MS..=LONGEST_WORD_MS).contains(&token.duration());
    tokens.retain(|token| !token.is_improbable() || is_possible(token));
    shorten(&mut tokens);
    tokens
}

/// Returns a word's time if it is one, near its segment.
fn time_of(word: &SegmentWord, bounds: (u32, u32)) -> Option<(u32, u32)> {
    let (end, start) = (milliseconds(word.end)?, word.start.filter(|start| start.is_finite())?);
    let start = milliseconds(Some(start.max(0.0)))?;
    let is_near =
        start.saturating_add(SEGMENT_TOLERANCE_MS) >= bounds.0 && end <= bounds.1.saturating_add(SEGMENT_TOLERANCE_MS);
    (start <= end && is_near).then_some((start, end))
}

/// Gives tokens without a time that between their neighbours.
fn fill(tokens: &mut [Token], known: &[bool], bounds: (u32, u32)) {
    let mut from = bounds.0;
    let mut at = 0;
    while let Some(is_known) = known.get(at) {
        let run = known.iter().skip(at).take_while(|other| *other == is_known).count();
        let end = at.saturating_add(run);
        let to = tokens.get(end).map_or_else(|| bounds.1.max(from), |next| next.span.0.max(from));
        let Some(run) = tokens.get_mut(at..end) else { break };
        if !is_known {
            let texts: Vec<&str> = run.iter().map(|token| token.text.as_str()).collect();
            let spans = spread(&texts, (from, to));
            for (token, span) in run.iter_mut().zip(spans) {
                token.span = span;
            }
        }
        from = run.last().map_or(from, |token| token.span.1);
        at = end;
    }
}

/// Cuts the silence off words that are too long: before the first of a segment, after the others.
fn shorten(tokens: &mut [Token]) {
    for (at, token) in tokens.iter_mut().enumerate().filter(|(_, token)| token.duration() > LONGEST_WORD_MS) {
        match at {
            0 => token.span.0 = token.span.1.saturating_sub(LONGEST_WORD_MS),
            _ => token.span.1 = token.span.0.saturating_add(LONGEST_WORD_MS),
        }
    }
}

/// Makes the words of a segment of its tokens, which may be parts of words or several words.
fn segment_words(tokens: &[Token], language: &str) -> Vec<Word> {
    let mut text: Vec<char> = Vec::new();
    let mut heard: Vec<((u32, u32), Option<u8>)> = Vec::new();
    for token in tokens {
        let visible: Vec<&str> = token.text.split(is_space).flat_map(|word| word.split_inclusive(|_| true)).collect();
        let mut spans = spread(&visible, token.span).into_iter();
        let mut last = (token.span.0, token.span.0);
        for c in token.text.chars() {
            if !is_space(c) {
                last = spans.next().unwrap_or(last);
            }
            text.push(c);
            heard.push((last, token.probability));
        }
    }
    silence_sounds(&mut text);
    let text: String = text.into_iter().collect();
    if !is_spoken(&text) {
        return Vec::new();
    }
    let word = |piece: Piece| {
        let heard = heard.get(piece.first..=piece.last)?;
        Some(Word {
            text: piece.text,
            start_ms: heard.first()?.0.0,
            end_ms: heard.last()?.0.1,
            probability: heard.iter().filter_map(|(_, percent)| *percent).min(),
        })
    };
    let is_short = |word: &Word| word.text.chars().count() <= MAX_WORD_CHARACTERS;
    split(&text, language).into_iter().filter_map(word).filter(is_short).collect()
}

/// Replaces descriptions of sounds by spaces. Digits in brackets are a telephone number.
fn silence_sounds(text: &mut [char]) {
    let mut at = 0;
    while let Some(c) = text.get(at).copied() {
        let rest = text.get(at.saturating_add(1)..).unwrap_or_default();
        let described = SOUND_MARKS.iter().find(|(opening, _)| *opening == c).and_then(|(_, closing)| {
            let length = rest.iter().position(|c| c == closing);
            // Song goes on to the end of the segment.
            let length = if *closing == '♪' { length.unwrap_or(rest.len()) } else { length? };
            (!rest.iter().take(length).any(char::is_ascii_digit)).then_some(length)
        });
        let next = at.saturating_add(described.map_or(1, |length| length.saturating_add(2))).min(text.len());
        if described.is_some() {
            text.iter_mut().take(next).skip(at).for_each(|c| *c = ' ');
        }
        at = next;
    }
}

/// Removes what a decoder that is caught in a loop says again and again.
fn without_loops(words: Vec<Word>) -> Vec<Word> {
    let keys: Vec<String> = words.iter().map(|word| spoken(&word.text)).collect();
    let mut is_kept = vec![true; words.len()];
    let mut at = 0;
    while at < words.len() {
        let looped = (1..=MAX_PHRASE).find_map(|length| {
            let phrase = keys.get(at..at.saturating_add(length))?;
            let times = keys.get(at..)?.chunks(length).take_while(|other| *other == phrase).count();
            (times >= if length == 1 { WORD_LOOP } else { PHRASE_LOOP }).then_some((length, times))
        });
        let (length, times) = looped.unwrap_or((1, 1));
        let end = at.saturating_add(length.saturating_mul(times));
        is_kept.iter_mut().take(end).skip(at.saturating_add(length)).for_each(|kept| *kept = false);
        at = end;
    }
    words.into_iter().zip(is_kept).filter(|(_, kept)| *kept).map(|(word, _)| word).collect()
}

/// Returns the letters and digits of a word, in lower case.
fn spoken(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Seconds as milliseconds; `None` if negative or no number.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // in range
fn milliseconds(seconds: Option<f64>) -> Option<u32> {
    seconds
        .map(|seconds| (seconds * 1000.0).round())
        .filter(|ms| (0.0..=f64::from(u32::MAX)).contains(ms))
        .map(|ms| ms as u32)
}

/// A probability in percent.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // in range
fn percent(probability: Option<f64>) -> Option<u8> {
    probability.filter(|one| one.is_finite()).map(|one| (one.clamp(0.0, 1.0) * 100.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read_json(answer: Value) -> Transcript {
        read(&serde_json::from_value(answer).expect("an answer"), "en-GB", 10_000)
    }

    fn segment(start: f64, text: &str, more: &Value) -> Value {
        let mut segment = json!({ "start": start, "end": start + 2.0, "text": text });
        for (key, value) in more.as_object().expect("an object") {
            segment[key] = value.clone();
        }
        segment
    }

    fn text_of(segments: &[Value]) -> String {
        read_json(json!({ "text": "", "segments": segments })).text()
    }

    fn times(transcript: &Transcript) -> Vec<(&str, u32, u32)> {
        transcript.words.iter().map(|word| (word.text.as_str(), word.start_ms, word.end_ms)).collect()
    }

    #[test]
    fn cap03_an_answer_of_workers_ai_becomes_words_with_times() {
        let transcript = read_json(json!({
            "transcription_info": { "language": "en", "language_probability": 1, "duration": 10, "duration_after_vad": 3.2 },
            "text": "They're great - well-known.",
            "word_count": 3,
            "segments": [{
                "start": 0.5, "end": 2.5, "text": " They're great - well-known.", "temperature": 0, "avg_logprob": -0.2,
                "compression_ratio": 0.9, "no_speech_prob": 0.01,
                "words": [
                    { "word": " They're", "start": 0.5, "end": 0.9 }, { "word": " great", "start": 0.9, "end": 1.3 },
                    { "word": " -", "start": 1.3, "end": 1.4 }, { "word": " well", "start": 1.5, "end": 1.7 },
                    { "word": "-known.", "start": 1.7, "end": 2.1 },
                ],
            }],
            "vtt": "WEBVTT",
        }));
        assert_eq!(transcript.language, "en");
        let expected = [("They're", 500, 900), ("great", 900, 1300), ("-", 1300, 1400), ("well-known.", 1500, 2100)];
        assert_eq!(times(&transcript), expected);
        assert!(transcript.words.iter().all(|word| word.probability.is_none()));
    }

    #[test]
    fn cap03_the_embedded_engines_probabilities_are_kept() {
        let words = json!([
            { "word": " So", "start": 0.0, "end": 0.2, "probability": 0.987 },
            { "word": " un", "start": 0.2, "end": 0.4, "probability": 0.9 },
            { "word": "sure", "start": 0.4, "end": 0.6, "probability": 0.42 },
        ]);
        let transcript = read_json(json!({ "text": "", "segments": [segment(0.0, "", &json!({ "words": words }))] }));
        let percents: Vec<_> = transcript.words.iter().map(|word| (word.text.as_str(), word.probability)).collect();
        assert_eq!(percents, [("So", Some(99)), ("unsure", Some(42))]);
    }

    #[test]
    fn cap03_segments_without_words_are_spread_over_their_time() {
        let transcript = read_json(json!({ "text": "", "segments": [segment(1.0, " a bbb", &json!({}))] }));
        assert_eq!(times(&transcript), [("a", 1000, 1500), ("bbb", 1500, 3000)]);
        assert_eq!(times(&read_json(json!({ "text": "Well done" }))), [("Well", 0, 5000), ("done", 5000, 10_000)]);
        assert_eq!(times(&read_json(json!({ "text": "Well done", "segments": null }))).len(), 2);
    }

    #[test]
    fn cap03_words_without_spaces_of_their_own_are_told_apart() {
        let words = json!([
            { "word": "Well", "start": 0, "end": 1 }, { "word": ",", "start": 1, "end": 1 },
            { "word": "done", "start": 1, "end": 2 },
        ]);
        assert_eq!(text_of(&[segment(0.0, "", &json!({ "words": words }))]), "Well, done");
    }

    #[test]
    fn cap03_languages_without_spaces_have_a_word_for_each_character() {
        let words = json!([
            { "word": "買っ", "start": 0, "end": 0.6 }, { "word": "た", "start": 0.6, "end": 0.8 },
            { "word": "。", "start": 0.8, "end": 0.8 }, { "word": "20", "start": 1, "end": 1.2 },
            { "word": "26", "start": 1.2, "end": 1.4 }, { "word": "年", "start": 1.4, "end": 1.6 },
        ]);
        let answer = json!({ "text": "", "segments": [segment(0.0, "", &json!({ "words": words }))] });
        let transcript = read(&serde_json::from_value(answer).expect("an answer"), "ja", 10_000);
        assert_eq!(
            times(&transcript),
            [("買っ", 0, 600), ("た。", 600, 800), ("2026", 1000, 1400), ("年", 1400, 1600)]
        );
    }

    #[test]
    fn cap03_silence_music_and_noise_give_no_words() {
        let heard = |more: Value| text_of(&[segment(0.0, "Thank you.", &more)]);
        assert_eq!(heard(json!({ "no_speech_prob": 0.61, "avg_logprob": -1.1 })), "");
        assert_eq!(heard(json!({ "no_speech_prob": 0.61, "avg_logprob": -0.9 })), "Thank you.");
        assert_eq!(heard(json!({ "no_speech_prob": 0.59, "avg_logprob": -1.1 })), "Thank you.");
        for sound in ["[Music]", " (upbeat music) ", "*sighs*", "♪ la la la", "【拍手】", " ...", "", "- -"] {
            assert_eq!(text_of(&[segment(0.0, sound, &json!({}))]), "", "{sound}");
        }
        let sounds = segment(0.0, "Great [laughs] call (020) 79 now ♪ la ♪", &json!({}));
        assert_eq!(text_of(&[sounds]), "Great call (020) 79 now");
        let no_speech = json!({ "transcription_info": { "duration_after_vad": 0 }, "text": "Thank you." });
        assert!(read_json(no_speech).words.is_empty());
        for empty in [json!({}), json!({ "text": "" }), json!({ "text": "", "segments": [] })] {
            assert!(read_json(empty).words.is_empty());
        }
    }

    #[test]
    fn cap03_repeated_passages_are_dropped() {
        assert_eq!(text_of(&[segment(0.0, "so good so good", &json!({ "compression_ratio": 2.41 }))]), "");
        assert_eq!(
            text_of(&[segment(0.0, "so good so good", &json!({ "compression_ratio": 2.4 }))]),
            "so good so good"
        );
        let repeated = |text: &str, times| text_of(&[segment(0.0, &text.repeat(times), &json!({}))]);
        assert_eq!(repeated("I love it. ", 3), "I love it. I love it. I love it.");
        assert_eq!(repeated("I love it. ", 30), "I love it.");
        assert_eq!(repeated("Very, very ", 2), "Very, very Very, very");
        assert_eq!(repeated("no ", 6), "no");
        let segments: Vec<Value> = (0..5u8).map(|at| segment(f64::from(at), "See you soon!", &json!({}))).collect();
        assert_eq!(text_of(&segments), "See you soon!");
    }

    #[test]
    fn cap03_improbable_words_are_dropped_if_their_time_is_impossible_too() {
        let words = |last: Value| {
            let words = json!([
                { "word": " We", "start": 0, "end": 0.3, "probability": 0.9 },
                { "word": " love", "start": 0.3, "end": 0.6, "probability": 0.1 }, last,
            ]);
            text_of(&[segment(0.0, "", &json!({ "words": words }))])
        };
        assert_eq!(words(json!({ "word": " it", "start": 0.6, "end": 0.9, "probability": 0.9 })), "We love it");
        assert_eq!(words(json!({ "word": " it", "start": 0.6, "end": 0.61, "probability": 0.9 })), "We love it");
        // Most of the segment is improbable.
        assert_eq!(words(json!({ "word": " it", "start": 0.6, "end": 0.9, "probability": 0.14 })), "");
        let mostly = json!([
            { "word": " We", "start": 0, "end": 0.3, "probability": 0.9 },
            { "word": " uh", "start": 0.3, "end": 0.32, "probability": 0.1 },
            { "word": " agree", "start": 0.4, "end": 0.8, "probability": 0.9 },
        ]);
        assert_eq!(text_of(&[segment(0.0, "", &json!({ "words": mostly }))]), "We agree");
    }

    #[test]
    fn cap03_impossible_times_are_repaired() {
        let read_words = |words: Value| {
            let answer = json!({ "text": "", "segments": [{ "start": 1, "end": 5, "text": "", "words": words }] });
            read_json(answer)
        };
        let broken = read_words(json!([
            { "word": " aa", "start": 1, "end": 2 }, { "word": " bb", "start": null, "end": 2.2 },
            { "word": " cc", "start": 90, "end": 91 }, { "word": " dd", "start": 3, "end": 2 },
            { "word": " ee", "start": 4, "end": 4.5 }, { "word": " ff", "start": 3.5, "end": 4.6 },
        ]));
        assert_eq!(
            times(&broken),
            [
                ("aa", 1000, 2000),
                ("bb", 2000, 2666),
                ("cc", 2666, 3333),
                ("dd", 3333, 4000),
                ("ee", 4000, 4500),
                ("ff", 4500, 5000)
            ]
        );
        let overlapping = read_words(json!([
            { "word": " aa", "start": -0.2, "end": 2 }, { "word": " bb", "start": 1.5, "end": 2.5 },
        ]));
        assert_eq!(times(&overlapping), [("aa", 0, 2000), ("bb", 2000, 2500)]);
        let long = read_words(json!([
            { "word": " aa", "start": 1, "end": 3.5 }, { "word": " bb", "start": 3.5, "end": 5.7 },
        ]));
        assert_eq!(times(&long), [("aa", 1500, 3500), ("bb", 3500, 5500)]);
    }

    #[test]
    fn cap03_numbers_that_are_none_are_repaired() {
        let word = |start, end| SegmentWord {
            word: " aa".into(),
            start: Some(start),
            end: Some(end),
            probability: Some(f64::NAN),
        };
        let words = vec![word(f64::NAN, 1.0), word(1.0, f64::INFINITY), word(-3.0, -2.0), word(2.0, 3.0)];
        let segment = Segment { start: Some(f64::NAN), words: Some(words), ..Segment::default() };
        let transcript = read(&Answer { segments: Some(vec![segment]), ..Answer::default() }, "en", 10_000);
        assert_eq!(transcript.words.len(), 4);
        assert_eq!(times(&transcript)[3], ("aa", 2000, 3000));
    }

    #[test]
    fn cap03_what_is_said_after_the_films_end_is_dropped() {
        let segments = [segment(11.0, "Thanks for watching!", &json!({})), segment(9.0, "Bye for now", &json!({}))];
        let transcript = read_json(json!({ "text": "", "segments": segments }));
        assert_eq!(times(&transcript), [("Bye", 9000, 9666), ("for", 9666, 10_000)]);
    }

    #[test]
    fn cap03_a_transcript_is_bounded() {
        let words: Vec<String> = (0..MAX_TRANSCRIPT_WORDS + 10).map(|at| at.to_string()).collect();
        assert_eq!(read_json(json!({ "text": words.join(" ") })).words.len(), MAX_TRANSCRIPT_WORDS);
        assert_eq!(
            read_json(json!({ "text": format!("so {} good", "a".repeat(MAX_WORD_CHARACTERS + 1)) })).text(),
            "so good"
        );
    }
}
