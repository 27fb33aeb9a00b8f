import { useId, type ReactNode } from "react";

type Props = {
  title: ReactNode;
  lead?: ReactNode;
  /** Anchor of links to this section. */
  id?: string;
  /** Full-width background. */
  sunken?: boolean;
  className?: string;
  children: ReactNode;
};

/** The column of the home page. */
export const column = "mx-auto w-full max-w-6xl px-5 sm:px-8";

/** One part of the home page under its heading. */
export function Section({ title, lead, id, sunken = false, className = "", children }: Props) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={`py-16 sm:py-24 ${sunken ? "border-y border-hairline bg-sunken" : ""} ${className}`}
    >
      <div className={column}>
        <h2
          id={titleId}
          className="max-w-[18ch] text-[clamp(2.25rem,5.5vw,3.75rem)] leading-[0.98] tracking-[-0.035em]"
        >
          {title}
        </h2>
        {lead && <p className="mt-5 max-w-[54ch] text-lg text-muted">{lead}</p>}
        {children}
      </div>
    </section>
  );
}
