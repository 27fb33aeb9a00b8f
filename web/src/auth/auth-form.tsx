import { useEffect, useRef, type ReactNode, type Ref } from "react";
import { isFocusLost } from "#lib/is-focus-lost.ts";

type Props = {
  ref?: Ref<HTMLFormElement>;
  title: string;
  /** One or two sentences below the heading. */
  lead?: ReactNode;
  onSubmit: () => void;
  children: ReactNode;
};

/** One step of a login page. Each further step takes the focus, so that screen readers announce it. */
export function AuthForm({ ref, title, lead, onSubmit, children }: Props) {
  const heading = useStepFocus();
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        {title}
      </h1>
      {lead && <div className="mt-2 text-[0.9375rem] leading-snug text-muted">{lead}</div>}
      <div className="mt-5 flex flex-col gap-3">{children}</div>
    </form>
  );
}

/** Focuses a step's heading, unless the page has only just been opened. */
export function useStepFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focused field or button was removed with the step before.
    if (heading.current && isFocusLost() && navigator.userActivation?.hasBeenActive) {
      heading.current.focus();
    }
  }, []);
  return heading;
}
