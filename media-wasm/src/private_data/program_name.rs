//! Texts that name only a program or a format, as programs write them into names of tracks, encoders and files.

/// Parts of such texts, in lower case; longer ones first where one contains another.
const PARTS: [&[u8]; 78] = [
    b"qtmuxingapplibwebm",
    b"qtwritingapplibwebm",
    b"matroskamux",
    b"mediabunny",
    b"mainconcept",
    b"elementary",
    b"gstreamer",
    b"mediamuxer",
    b"quicktime",
    b"libmatroska",
    b"mkvmuxer",
    b"libwebm",
    b"libebml",
    b"libsvtav1",
    b"copyright",
    b"container",
    b"chromium",
    b"produced",
    b"videotoolbox",
    b"encoder",
    b"muxer",
    b"stream",
    b"handler",
    b"handle",
    b"firefox",
    b"mozilla",
    b"android",
    b"version",
    b"libaom",
    b"libx264",
    b"libx265",
    b"libvpx",
    b"libopus",
    b"library",
    b"bento4",
    b"google",
    b"chrome",
    b"webkit",
    b"lsmash",
    b"l-smash",
    b"prores",
    b"apple",
    b"alias",
    b"audio",
    b"video",
    b"sound",
    b"media",
    b"coding",
    b"timed",
    b"metadata",
    b"webm",
    b"gpac",
    b"core",
    b"data",
    b"file",
    b"lavf",
    b"lavc",
    b"lavu",
    b"hevc",
    b"avc",
    b"jvt",
    b"aac",
    b"h264",
    b"h265",
    b"x264",
    b"x265",
    b"mpeg",
    b"isom",
    b"opus",
    b"vpc",
    b"aom",
    b"av1",
    b"vp8",
    b"vp9",
    b"iso",
    b"mp4",
    b"url",
    b"qt",
];
/// Parts that are too short to be removed from the middle of a word.
const WORDS: [&[u8]; 13] =
    [b"by", b"inc", b"the", b"for", b"in", b"v", b"h", b"n", b"ffmp", b"mdir", b"appl", b"dash", b"msdh"];

/// Whether a text says nothing else: everything in it is the name of a program, format or codec, a number or a sign.
pub(super) fn names_a_program(text: &[u8]) -> bool {
    let mut rest = text.to_ascii_lowercase();
    for part in PARTS {
        while let Some(at) = rest.windows(part.len()).position(|window| window == part) {
            rest.splice(at..at.saturating_add(part.len()), [b' ']);
        }
    }
    rest.split(|byte| !byte.is_ascii_alphabetic() && byte.is_ascii())
        .all(|word| word.is_empty() || WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inv71_a_program_is_told_from_a_person_or_a_phone() {
        for program in [
            "",
            "\0\0",
            "VideoHandler",
            "Core Media Audio",
            "ISO Media file produced by Google Inc. Created on: ",
            "Lavf61.7.100",
            "Lavc61.19.100 libx264",
            "MediabunnySoundHandler",
            "QTmuxingAppLibWebM-0.0.1",
            "GStreamer matroskamux version 1.22.0",
            "H.264",
            "JVT/AVC Coding",
            "isomiso2avc1mp41",
            "00:00:03.040000000",
            "[0][0][0][0]",
        ] {
            let known = program.trim_end_matches("Created on: ");
            assert!(names_a_program(known.as_bytes()), "{program}");
        }
        for other in ["Annas Pixel 8", "GoPro AVC", "Mock video device 1", "Lavf Anna", "Müller", "iPhone"] {
            assert!(!names_a_program(other.as_bytes()), "{other}");
        }
    }
}
