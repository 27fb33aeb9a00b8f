import { SwitchCamera } from "lucide-react";
import { useId } from "react";
import type { Camera } from "#media/camera/devices.ts";

type Props = { camera: Camera | null; cameras: Camera[]; onCamera: (id: string) => void };

/** A toggle for two cameras, as on most phones; a list for more. */
export function CameraChoice({ camera, cameras, onCamera }: Props) {
  const id = useId();
  const other = cameras.find((candidate) => candidate.id !== camera?.id);
  if (!other) return null;
  if (cameras.length === 2) {
    return (
      <button
        type="button"
        aria-label={other.facing === "back" ? "Use the back camera" : "Use the other camera"}
        onClick={() => onCamera(other.id)}
        className="absolute top-2 right-2 grid size-12 place-items-center rounded-full transition-colors hover:bg-stage-raised"
      >
        <SwitchCamera className="size-6" aria-hidden="true" />
      </button>
    );
  }
  return (
    <div className="absolute top-2 right-2 flex h-12 max-w-[60%] items-center">
      <label htmlFor={id} className="sr-only">
        Camera
      </label>
      <select
        id={id}
        value={camera?.id ?? ""}
        onChange={(event) => onCamera(event.target.value)}
        className="h-11 max-w-full truncate rounded-control border border-stage-muted bg-stage px-3 text-on-stage"
      >
        {cameras.map(({ id: value, label, facing }, index) => (
          <option key={value} value={value}>
            {label || `${NAMES[facing]} ${index + 1}`}
          </option>
        ))}
      </select>
    </div>
  );
}

const NAMES = { front: "Front camera", back: "Back camera", external: "Camera" };
