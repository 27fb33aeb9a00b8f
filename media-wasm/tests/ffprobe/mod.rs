//! Reads files with ffprobe.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::ffmpeg::run;

/// Output of ffprobe for a file.
pub struct Ffprobe {
    json: Value,
    path: PathBuf,
}

impl Ffprobe {
    pub fn of(path: &Path) -> Self {
        let file = path.to_str().unwrap();
        let shown = ["-v", "error", "-show_format", "-show_streams", "-of", "json", file];
        let json = serde_json::from_slice(&run("ffprobe", &shown)).unwrap();
        Self { json, path: path.into() }
    }

    pub fn container(&self) -> &str {
        let format = &self.json["format"];
        match format["format_name"].as_str().unwrap() {
            "matroska,webm" => "webm",
            _ if format["tags"]["major_brand"] == "qt  " => "mov",
            _ => "mp4",
        }
    }

    pub fn count(&self, kind: &str) -> usize {
        self.streams(kind).count()
    }

    fn streams(&self, kind: &str) -> impl Iterator<Item = &Value> {
        let all = self.json["streams"].as_array().unwrap();
        all.iter().filter(move |stream| stream["codec_type"] == kind)
    }

    /// Codec of the first stream of a kind, under this project's name for it.
    pub fn codec(&self, kind: &str) -> Option<&str> {
        let name = self.streams(kind).next()?["codec_name"].as_str().unwrap();
        Some(match name {
            "h264" => "avc1",
            "hevc" => "hvc1",
            "mpeg4" => "mp4v",
            "pcm_s16le" => "pcm",
            other => other,
        })
    }

    /// Clockwise rotation in degrees; ffprobe counts the other way round.
    pub fn rotation(&self) -> i64 {
        let stream = self.streams("video").next().unwrap();
        let angle = stream["side_data_list"][0]["rotation"].as_i64().unwrap_or_default();
        (-angle).rem_euclid(360)
    }

    /// Displayed size in pixels.
    pub fn size(&self) -> (i64, i64) {
        let stream = self.streams("video").next().unwrap();
        let side = |name: &str| stream[name].as_i64().unwrap();
        let (width, height) = (side("width"), side("height"));
        let (across, down) = stream["sample_aspect_ratio"]
            .as_str()
            .and_then(|ratio| ratio.split_once(':'))
            .map_or((1, 1), |(a, d)| (a.parse().unwrap(), d.parse().unwrap()));
        let stretched = if across == 0 { width } else { (width * across + down / 2) / down };
        if self.rotation() % 180 == 90 { (height, stretched) } else { (stretched, height) }
    }

    /// Duration in seconds; for a live file from its packets.
    pub fn duration(&self) -> f64 {
        let told = self.json["format"]["duration"].as_str();
        told.map_or_else(|| self.measure(), |text| text.parse().unwrap())
    }

    /// Average frames per second.
    pub fn frame_rate(&self) -> f64 {
        let stream = self.streams("video").next().unwrap();
        let (frames, seconds) = stream["avg_frame_rate"].as_str().and_then(|rate| rate.split_once('/')).unwrap();
        frames.parse::<f64>().unwrap() / seconds.parse::<f64>().unwrap()
    }

    fn measure(&self) -> f64 {
        let entries = "packet=pts_time,duration_time";
        let file = self.path.to_str().unwrap();
        let shown = ["-v", "error", "-show_packets", "-show_entries", entries, "-of", "json", file];
        let json: Value = serde_json::from_slice(&run("ffprobe", &shown)).unwrap();
        let time = |packet: &Value, name: &str| packet[name].as_str().map_or(0.0, |text| text.parse::<f64>().unwrap());
        let packets = json["packets"].as_array().unwrap();
        let ends = packets.iter().map(|p| time(p, "pts_time") + time(p, "duration_time"));
        let starts = packets.iter().map(|p| time(p, "pts_time"));
        ends.fold(0.0, f64::max) - starts.fold(f64::MAX, f64::min)
    }
}

/// End of the last complete video frame of a file, in seconds.
pub fn last_frame_ends(path: &Path) -> f64 {
    let len = std::fs::metadata(path).unwrap().len();
    let entries = "packet=pts_time,duration_time,pos,size";
    let file = path.to_str().unwrap();
    let shown = ["-v", "quiet", "-select_streams", "v", "-show_entries", entries, "-of", "json", file];
    let json: Value = serde_json::from_slice(&run("ffprobe", &shown)).unwrap();
    let number = |packet: &Value, name: &str| packet[name].as_str().map_or(0.0, |text| text.parse::<f64>().unwrap());
    let packets = json["packets"].as_array().unwrap().iter();
    let whole = packets.filter(|packet| number(packet, "pos") + number(packet, "size") <= len as f64);
    whole.map(|packet| number(packet, "pts_time") + number(packet, "duration_time")).fold(0.0, f64::max)
}
