/**
 * Says to a screen reader what the eye sees change. Mount it empty, then fill it: only changes are read out.
 */
export function Announcer({ message, urgent = false }: { message: string; urgent?: boolean }) {
  return (
    <p className="sr-only" role={urgent ? "alert" : "status"}>
      {message}
    </p>
  );
}
