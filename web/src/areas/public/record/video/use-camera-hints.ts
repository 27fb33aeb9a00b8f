import { useEffect, useRef, useState, type RefObject } from "react";
import { watchPicture, type Picture } from "../../../../media/picture-check.ts";
import { isAlmostFull } from "../../../../media/room-on-device.ts";
import { SILENT_AFTER_MS, watchSound } from "../../../../media/sound-level.ts";

export const hints = {
  silent: "We cannot hear you. Check that your microphone is on and not covered.",
  none: "There is no picture. Check that nothing covers your camera.",
  dark: "It is very dark. Turn towards a window or a lamp.",
  full: "Your device is almost full. Send your video before you close this page.",
} as const;

type Hint = keyof typeof hints;

/** What is wrong with sound, picture or device while the camera is on: the most important of it, or nothing. */
export function useCameraHints(
  stream: MediaStream,
  preview: RefObject<HTMLVideoElement | null>,
  recordedMs: number,
): { hint: Hint | null; meterRef: RefObject<HTMLMeterElement | null> } {
  const [silent, setSilent] = useState(false);
  const [picture, setPicture] = useState<Picture>("fine");
  const [full, setFull] = useState(false);
  const meterRef = useRef<HTMLMeterElement>(null);

  useEffect(
    () =>
      watchSound(stream, (sound) => {
        setSilent(sound.silent);
        if (meterRef.current) meterRef.current.value = sound.level;
      }),
    [stream],
  );
  useEffect(() => (preview.current ? watchPicture(preview.current, setPicture) : undefined), [preview]);
  useEffect(() => {
    void isAlmostFull().then(setFull);
  }, []);

  if (picture === "none") return { hint: "none", meterRef };
  // Before it records nobody has to speak.
  if (silent && recordedMs >= SILENT_AFTER_MS) return { hint: "silent", meterRef };
  if (picture === "dark") return { hint: "dark", meterRef };
  return { hint: full ? "full" : null, meterRef };
}
