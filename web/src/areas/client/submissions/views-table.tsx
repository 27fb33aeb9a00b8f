import type { ViewCounts, Views } from "#api/generated/client.ts";
import { useViews } from "./use-submissions.ts";

type Props = { clientId: string; id: string };

/** How often a public testimonial was seen and played in the last 30 days, in all and by site. */
export function ViewsTable({ clientId, id }: Props) {
  const views = useViews(clientId, id);
  if (!views) return null;
  if (views.hosts.length === 0)
    return <p className="mt-4 text-muted">Nobody has seen it in the last 30 days.</p>;
  return (
    <div className="mt-4 overflow-x-auto">
      <table className="w-full text-left tabular-nums [&_td]:py-1.5 [&_td]:pl-4 [&_td]:text-right [&_th]:py-1.5 [&_thead_th]:pl-4 [&_thead_th]:text-right [&_tr]:border-b [&_tr]:border-hairline">
        <caption className="pb-1 text-left text-sm text-muted">
          The last 30 days, counted without identifying anybody
        </caption>
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col" className="pl-0! text-left!">
              Where
            </th>
            <th scope="col">Seen</th>
            <th scope="col">Played</th>
            <th scope="col">Half</th>
            <th scope="col">To the end</th>
          </tr>
        </thead>
        <tbody>
          {views.hosts.length > 1 && <Line name="Everywhere" line={sum(views)} />}
          {views.hosts.map((line) => (
            <Line key={line.host} name={line.host || "Its own page, or unknown"} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ name, line }: { name: string; line: ViewCounts }) {
  return (
    <tr>
      <th scope="row" className="font-normal wrap-anywhere">
        {name}
      </th>
      <td>{line.shown}</td>
      <td>{line.begun}</td>
      <td>{line.half}</td>
      <td>{line.whole}</td>
    </tr>
  );
}

function sum({ days }: Views): ViewCounts {
  const total = { shown: 0, begun: 0, half: 0, whole: 0 };
  for (const { shown, begun, half, whole } of days) {
    total.shown += shown;
    total.begun += begun;
    total.half += half;
    total.whole += whole;
  }
  return total;
}
