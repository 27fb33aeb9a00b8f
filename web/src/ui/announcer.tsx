/** Announces visible changes to screen readers. Mount it empty, then fill it: only changes are announced. */
export function Announcer({ message, urgent = false }: { message: string; urgent?: boolean }) {
  return (
    <p className="sr-only" role={urgent ? "alert" : "status"}>
      {message}
    </p>
  );
}
