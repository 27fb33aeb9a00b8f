/** Hertz. Bluetooth headsets drop to this telephone quality while they play and record at once. */
const TELEPHONE_HZ = 8000;

/** Name of a microphone with telephone quality; `null` for a better or unknown one. */
export function telephoneMicrophone(stream: MediaStream): string | null {
  const [track] = stream.getAudioTracks();
  const { sampleRate } = track?.getSettings() ?? {};
  if (!track || sampleRate === undefined || sampleRate > TELEPHONE_HZ) return null;
  // Chromium prefixes the system's default device with `Default - `.
  return track.label.replace(/^Default - /, "") || "Your headset";
}
