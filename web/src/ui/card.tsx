import { useId, type ReactNode } from "react";

type Props = {
  /** Target of links within the page. */
  id?: string;
  title: string;
  /** Shown beside the title: a link, a number, a switch. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** One matter of a portal screen, a region under its title. */
export function Card({ id, title, aside, className = "", children }: Props) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={`min-w-0 scroll-mt-4 rounded-card border border-hairline bg-surface p-5 sm:p-6 ${className}`}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={heading} className="text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
