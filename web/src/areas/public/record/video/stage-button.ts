/** A button in the camera's room that is not the one thing to do. */
export const stageButton =
  "inline-flex min-h-12 items-center justify-center gap-2.5 rounded-control border border-stage-muted px-5 py-2.5 " +
  "text-center font-semibold leading-tight no-underline transition-colors select-none hover:bg-stage-raised";
