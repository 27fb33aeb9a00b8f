import { useId, type ReactNode } from "react";

type Props = {
  title: string;
  /** Shown beside the title: a link, a number, a switch. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** One matter of a portal screen, a region under its title. */
export function Card({ title, aside, className = "", children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-card border border-hairline bg-surface p-5 sm:p-6 ${className}`}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
