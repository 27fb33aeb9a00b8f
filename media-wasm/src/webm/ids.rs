//! Element identifiers, with their length marker (RFC 8794 11, RFC 9559 5).

pub const EBML: u32 = 0x1a45_dfa3;
pub const DOC_TYPE: u32 = 0x4282;
pub const VOID: u32 = 0xec;
pub const CRC: u32 = 0xbf;

pub const SEGMENT: u32 = 0x1853_8067;

pub const SEEK_HEAD: u32 = 0x114d_9b74;
pub const SEEK: u32 = 0x4dbb;
pub const SEEK_ID: u32 = 0x53ab;
pub const SEEK_POSITION: u32 = 0x53ac;

pub const INFO: u32 = 0x1549_a966;
pub const TIMESTAMP_SCALE: u32 = 0x002a_d7b1;
pub const DURATION: u32 = 0x4489;
pub const TITLE: u32 = 0x7ba9;
pub const SEGMENT_FILENAME: u32 = 0x7384;
pub const MUXING_APP: u32 = 0x4d80;
pub const WRITING_APP: u32 = 0x5741;

pub const TRACKS: u32 = 0x1654_ae6b;
pub const TRACK_ENTRY: u32 = 0xae;
pub const TRACK_NUMBER: u32 = 0xd7;
pub const TRACK_TYPE: u32 = 0x83;
pub const CODEC_ID: u32 = 0x86;
pub const DEFAULT_DURATION: u32 = 0x0023_e383;
pub const NAME: u32 = 0x536e;
pub const VIDEO: u32 = 0xe0;
pub const PIXEL_WIDTH: u32 = 0xb0;
pub const PIXEL_HEIGHT: u32 = 0xba;
pub const DISPLAY_WIDTH: u32 = 0x54b0;
pub const DISPLAY_HEIGHT: u32 = 0x54ba;

pub const CLUSTER: u32 = 0x1f43_b675;
pub const TIMESTAMP: u32 = 0xe7;
pub const POSITION: u32 = 0xa7;
pub const PREVIOUS_SIZE: u32 = 0xab;
pub const SIMPLE_BLOCK: u32 = 0xa3;
pub const BLOCK_GROUP: u32 = 0xa0;
pub const BLOCK: u32 = 0xa1;
pub const BLOCK_DURATION: u32 = 0x9b;

pub const CUES: u32 = 0x1c53_bb6b;
pub const CHAPTERS: u32 = 0x1043_a770;
pub const ATTACHMENTS: u32 = 0x1941_a469;
pub const TAGS: u32 = 0x1254_c367;
