import { Upload, Video } from "lucide-react";
import { useEffect, useId, useState, type ReactNode } from "react";
import { ACCEPTED, inspectFile } from "#media/take/video-file.ts";
import { buttonClass } from "#ui/button.tsx";
import { toastTruncated } from "#areas/public/record/video/toasts.ts";
import { stageButton } from "./stage-frame.tsx";

export type OnFile = {
  /** Receives a valid file and its media type. */
  onFile: (file: File, type: string) => void;
};

/** Validating a file takes a moment: only the last chosen one counts. */
let choices = 0;

let showRefusal: ((why: string | null) => void) | undefined;

/** Validates a file and accepts it if it can be sent. */
export async function chooseFile(file: File | undefined, onFile: OnFile["onFile"]): Promise<void> {
  if (!file) return;
  choices += 1;
  const choice = choices;
  const { problem, truncated, type } = await inspectFile(file);
  if (choice !== choices) return;
  showRefusal?.(problem);
  if (problem) return;
  if (truncated) toastTruncated();
  onFile(file, type);
}

type Props = OnFile & {
  label: string;
  disabled?: boolean;
  /** Opens the device's own camera app on phones and tablets instead of its files. */
  camera?: boolean;
  /** Styled as the primary action. */
  signal?: boolean;
};

/** A video from the device instead of the page's camera. */
export function FilePicker({ label, onFile, disabled = false, camera = false, signal = false }: Props) {
  const id = useId();
  const Icon = camera ? Video : Upload;
  return (
    <div className="contents">
      <input
        id={id}
        type="file"
        {...(camera ? { accept: "video/*", capture: "user" } : { accept: ACCEPTED })}
        disabled={disabled}
        className="peer sr-only"
        onChange={(event) => {
          void chooseFile(event.target.files?.[0], onFile);
          event.target.value = "";
        }}
      />
      <label
        htmlFor={id}
        className={`${signal ? buttonClass("signal", "min-h-14") : stageButton} peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-on-stage peer-disabled:cursor-not-allowed peer-disabled:opacity-60`}
      >
        <Icon className="size-5" aria-hidden="true" />
        {label}
      </label>
      {!camera && <Refusal />}
    </div>
  );
}

/** Why the last file was refused; stays until another is chosen. */
function Refusal() {
  const [why, setWhy] = useState<string | null>(null);
  useEffect(() => {
    showRefusal = setWhy;
  }, []);
  return (
    why && (
      <p role="alert" className="basis-full">
        {why}
      </p>
    )
  );
}

/** Takes a video that is dropped anywhere on it. */
export function FileDrop({ onFile, children }: OnFile & { children: ReactNode }) {
  const [over, setOver] = useState(false);
  return (
    <div
      className={`rounded-card ${over ? "outline-3 outline-offset-3 outline-signal" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void chooseFile(event.dataTransfer.files[0], onFile);
      }}
    >
      {children}
    </div>
  );
}
