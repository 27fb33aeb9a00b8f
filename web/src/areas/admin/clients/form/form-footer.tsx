import type { ReactNode } from "react";

/** Sticky footer of a dialog's form: the form's error and its buttons. */
export function FormFooter({ problem, children }: { problem: string | null; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 border-t border-hairline bg-surface px-5 py-3 sm:px-6">
      {problem && (
        <p role="alert" className="mb-2 text-[0.9375rem] font-medium text-danger wrap-anywhere">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
    </div>
  );
}
