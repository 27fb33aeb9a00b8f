/** Hertz. A Bluetooth headset that plays and listens at once may come down to this, as telephones do. */
const TELEPHONE_HZ = 8000;

/** The name of a microphone that cuts voices as a telephone does; `null` for any better one, and where none is told. */
export function telephoneMicrophone(stream: MediaStream): string | null {
  const [track] = stream.getAudioTracks();
  const { sampleRate } = track?.getSettings() ?? {};
  if (!track || sampleRate === undefined || sampleRate > TELEPHONE_HZ) return null;
  // Chromium calls what the system would choose `Default - ` and its name.
  return track.label.replace(/^Default - /, "") || "Your headset";
}
