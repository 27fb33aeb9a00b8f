export function Steps({ steps }: { steps: string[] }) {
  return (
    <ol className="w-full list-decimal space-y-1.5 rounded-card bg-stage-raised py-4 pr-5 pl-11 text-left marker:font-semibold marker:text-stage-muted">
      {steps.map((step) => (
        <li key={step} className="pl-1">
          {step}
        </li>
      ))}
    </ol>
  );
}
