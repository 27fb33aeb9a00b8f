//! Writes captions as `WebVTT` (<https://www.w3.org/TR/webvtt1/>).

use super::cues::Cue;
use super::language::is_right_to_left;

/// Returns a `WebVTT` file.
///
/// A player takes a line's direction from its first letter. In a language written from right to left each line
/// therefore begins with a mark of that direction, since it may begin with a Latin name.
#[must_use]
pub fn vtt(cues: &[Cue], language: &str) -> String {
    let mark = if is_right_to_left(language) { "&rlm;" } else { "" };
    let mut file = "WEBVTT\n".to_owned();
    for cue in cues {
        file.extend(["\n", &timestamp(cue.start_ms), " --> ", &timestamp(cue.end_ms), "\n"]);
        for line in &cue.lines {
            file.push_str(mark);
            for c in line.chars() {
                match c {
                    '&' => file.push_str("&amp;"),
                    '<' => file.push_str("&lt;"),
                    '>' => file.push_str("&gt;"),
                    other => file.push(other),
                }
            }
            file.push('\n');
        }
    }
    file
}

/// Formats milliseconds as `hh:mm:ss.ttt`.
fn timestamp(ms: u32) -> String {
    let seconds = ms / 1000;
    format!("{:02}:{:02}:{:02}.{:03}", seconds / 3600, seconds / 60 % 60, seconds % 60, ms % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cue(start_ms: u32, end_ms: u32, lines: &[&str]) -> Cue {
        Cue { start_ms, end_ms, words: 0..1, lines: lines.iter().map(|line| (*line).to_owned()).collect() }
    }

    #[test]
    fn cap04_captions_are_webvtt_whose_text_is_no_markup() {
        let cues = [cue(0, 1500, &["<b> & co", "--> 1 < 2"]), cue(3_661_007, 3_662_000, &["Bye"])];
        assert_eq!(
            vtt(&cues, "en"),
            "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n&lt;b&gt; &amp; co\n--&gt; 1 &lt; 2\n\
             \n01:01:01.007 --> 01:01:02.000\nBye\n"
        );
        assert_eq!(vtt(&[], "en"), "WEBVTT\n");
    }

    #[test]
    fn cap04_lines_of_right_to_left_languages_say_so() {
        let arabic = vtt(&[cue(0, 1500, &["Sayso رائع", "شكرا"])], "ar");
        assert!(arabic.ends_with("\n&rlm;Sayso رائع\n&rlm;شكرا\n"), "{arabic}");
    }
}
