type Step = { title: string; text: string };

/** Numbered steps with lines between them. */
export function StepList({ steps, className }: { steps: Step[]; className: string }) {
  return (
    <ol className={`mt-9 border-t border-hairline ${className}`}>
      {steps.map((step, index) => (
        <li
          key={step.title}
          className="grid grid-cols-[2.5rem_1fr] items-baseline border-b border-hairline py-3.5"
        >
          <span aria-hidden="true" className="font-display text-2xl leading-none font-bold tabular-nums">
            {index + 1}
          </span>
          <div>
            <h2 className="text-xl tracking-tight">{step.title}</h2>
            <p className="text-[0.9375rem] text-muted">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
