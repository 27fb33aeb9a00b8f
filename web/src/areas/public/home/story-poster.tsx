import { BUBBLE } from "../../../brand/mark.tsx";
import grace from "./portraits/grace.svg";
import maya from "./portraits/maya.svg";
import tom from "./portraits/tom.svg";

/** Three customers side by side. */
export function StoryPoster() {
  return (
    <span aria-hidden="true" className="absolute inset-0 grid grid-cols-3">
      {[tom, maya, grace].map((face) => (
        <img key={face} src={face} alt="" className="size-full object-cover object-[50%_35%]" />
      ))}
      <svg viewBox="0 0 32 32" className="absolute top-4 left-4 w-10 sm:top-6 sm:left-6 sm:w-14">
        <path d={BUBBLE} className="fill-stage" />
        <circle cx="16" cy="15.9" r="6.5" className="fill-signal-dot" />
      </svg>
    </span>
  );
}
