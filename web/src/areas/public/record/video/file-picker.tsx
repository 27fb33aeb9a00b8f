import { Upload } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { ACCEPTED_TYPES, problemOfFile, typeOfFile } from "../../../../media/video-file.ts";
import { makeTake, type Take } from "../../../../media/take.ts";
import { sayFileProblem } from "./say.ts";

type OnFile = { onFile: (take: Take) => void };

async function choose(file: File | undefined, onFile: (take: Take) => void): Promise<void> {
  if (!file) return;
  const problem = await problemOfFile(file);
  if (problem) sayFileProblem(problem);
  else onFile(makeTake(file, "file", { type: typeOfFile(file) }));
}

/** A video from the device instead of the camera. */
export function FilePicker({
  label,
  onFile,
  disabled = false,
}: OnFile & { label: string; disabled?: boolean }) {
  const id = useId();
  return (
    <div className="contents">
      <input
        id={id}
        type="file"
        accept={ACCEPTED_TYPES.join(",")}
        disabled={disabled}
        className="peer sr-only"
        onChange={(event) => {
          void choose(event.target.files?.[0], onFile);
          event.target.value = "";
        }}
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-12 items-center justify-center gap-2.5 rounded-control border border-stage-muted px-5 font-semibold transition-colors hover:bg-stage-raised peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-on-stage peer-disabled:cursor-not-allowed peer-disabled:opacity-60"
      >
        <Upload className="size-5" aria-hidden="true" />
        {label}
      </label>
    </div>
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
        void choose(event.dataTransfer.files[0], onFile);
      }}
    >
      {children}
    </div>
  );
}
