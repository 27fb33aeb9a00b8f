import { useEffect, useState, useSyncExternalStore } from "react";
import {
  RecorderMachine,
  type Business,
  type RecorderEvents,
  type RecorderState,
} from "./recorder-machine.ts";

/** One recorder for the life of the screen; leaving in any way lets go of the camera. */
export function useRecorder(
  business: Business,
  events: RecorderEvents,
): { recorder: RecorderMachine; state: RecorderState } {
  const [recorder] = useState(() => new RecorderMachine(business, events));
  const state = useSyncExternalStore(recorder.subscribe, recorder.snapshot);

  useEffect(() => recorder.serve(business), [recorder, business]);
  useEffect(() => {
    const leave = () => recorder.leave();
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      recorder.close();
    };
  }, [recorder]);

  return { recorder, state };
}
