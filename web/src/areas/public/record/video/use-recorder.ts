import { useEffect, useState, useSyncExternalStore } from "react";
import { RecorderMachine, type RecorderEvents, type RecorderState } from "./recorder-machine.ts";

/** One recorder for the life of the screen; leaving in any way lets go of the camera. */
export function useRecorder(events: RecorderEvents): { recorder: RecorderMachine; state: RecorderState } {
  const [recorder] = useState(() => new RecorderMachine(events));
  const state = useSyncExternalStore(recorder.subscribe, recorder.snapshot);

  useEffect(() => {
    const leave = () => recorder.close();
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [recorder]);

  return { recorder, state };
}
