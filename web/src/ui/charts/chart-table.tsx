type Props = {
  caption: string;
  unit: string;
  points: { key: string; label: string; value: number | null }[];
};

/** A chart's caption: the ends of its time axis, and all values for screen readers. */
export function ChartTable({ caption, unit, points }: Props) {
  return (
    <figcaption className="relative">
      <span className="mt-1.5 flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </span>
      {/* A wrapper, because a table itself cannot shrink to nothing. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.key}>
                <th scope="row">{point.label}</th>
                <td>{point.value ?? "unknown"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figcaption>
  );
}
