//! Copies the sound of films into files of their own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod ffmpeg;

use std::fs::{read, write};

use ffmpeg::{make, run};
use media_wasm::sound::{NoSound, copy_sound_of};

/// Packets of the sound: size and checksum each; and the samples that a player hears.
fn heard(file: &str) -> (Vec<String>, Vec<u8>) {
    let packets = ["-v", "error", "-i", file, "-map", "0:a:0", "-c", "copy", "-f", "framemd5", "-"];
    let samples = ["-v", "error", "-i", file, "-map", "0:a:0", "-f", "md5", "-"];
    let packets = String::from_utf8(run("ffmpeg", &packets)).unwrap();
    let packets = packets.lines().filter(|line| !line.starts_with('#'));
    (packets.map(|line| line.splitn(5, ',').last().unwrap().to_owned()).collect(), run("ffmpeg", &samples))
}

#[test]
fn cap01_the_sound_is_copied_without_a_change_but_for_the_wait_before_it() {
    for (name, options) in [
        ("front.mp4", "{video} {audio} -c:v libx264 -preset ultrafast -c:a aac -movflags +faststart"),
        ("back.mp4", "{video} {audio} -c:v libx264 -preset ultrafast -c:a aac"),
        ("late.mp4", "{video} -itsoffset 0.5 {audio} -c:v libx264 -preset ultrafast -c:a aac"),
        ("alone.m4a", "{audio} -c:a aac -f mp4"),
    ] {
        let film = make(name, options);
        let sound = copy_sound_of(&read(&film).unwrap()).expect(name);
        let path = film.with_extension("copy.m4a");
        write(&path, &sound.file).unwrap();
        // 500 ms, less the samples that prime its decoder.
        let start_ms = if name == "late.mp4" { 478 } else { 0 };
        assert_eq!(sound.start_ms, start_ms, "{name}");
        assert!(heard(path.to_str().unwrap()) == heard(film.to_str().unwrap()), "{name}");
        assert!(sound.file.len() < 40_000, "{name}: {}", sound.file.len());
        let streams = ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", path.to_str().unwrap()];
        assert_eq!(run("ffprobe", &streams), b"audio\n");
    }
}

#[test]
fn cap01_other_films_are_refused_with_the_reason() {
    let refused = |name, options: &str| copy_sound_of(&read(make(name, options)).unwrap()).unwrap_err();
    let fragments = "{video} {audio} -c:v libx264 -preset ultrafast -c:a aac -movflags +frag_keyframe+empty_moov";
    assert_eq!(refused("sound_fragments.mp4", fragments), NoSound::NotIndexed);
    let quicktime = "{video} {audio} -c:v libx264 -preset ultrafast -c:a aac -f mov";
    assert_eq!(refused("sound.mov", quicktime), NoSound::NotIndexed);
    assert_eq!(refused("sound_none.mp4", "{video} -c:v libx264 -preset ultrafast"), NoSound::NoTrack);
    assert_eq!(
        refused("sound_opus.mp4", "{video} {audio} -c:v libx264 -preset ultrafast -c:a libopus"),
        NoSound::NotAac
    );
    assert_eq!(
        refused("sound_mp3.mp4", "{video} {audio} -c:v libx264 -preset ultrafast -c:a libmp3lame"),
        NoSound::NotAac
    );
    assert_eq!(refused("sound.webm", "{video} {audio} -c:v libvpx -c:a libopus"), NoSound::NotIndexed);
    for nothing in [&b""[..], b"ftyp", &[0; 4096], b"\0\0\0\x08moov"] {
        assert_eq!(copy_sound_of(nothing), Err(NoSound::NotIndexed));
    }
}
