// Queues and their consumers, without messages.
import { missing, Refusal, type Json, type Route } from "./api.ts";

type Queue = { id: string; name: string; consumers: Record<string, unknown>[] };

export function queueRoutes() {
  const queues = new Map<string, Queue>();
  const queue = (id: string) => {
    const found = queues.get(id);
    if (!found) throw missing("This queue");
    return found;
  };
  const routes: Route[] = [
    [
      "GET",
      /^\/queues$/,
      ({ search }) => {
        const name = search.get("name");
        return [...queues.values()].filter((one) => name === null || one.name === name).map(queueView);
      },
    ],
    [
      "POST",
      /^\/queues$/,
      ({ body }) => {
        const { queue_name: name } = JSON.parse(body.toString()) as { queue_name: string };
        if ([...queues.values()].some((one) => one.name === name))
          throw new Refusal(409, 11009, `Queue name '${name}' is already taken.`);
        const made: Queue = { id: crypto.randomUUID().replaceAll("-", ""), name, consumers: [] };
        queues.set(made.id, made);
        return queueView(made);
      },
    ],
    ["GET", /^\/queues\/([^/]+)$/, (_, [id = ""]) => queueView(queue(id))],
    ["GET", /^\/queues\/([^/]+)\/consumers$/, (_, [id = ""]) => queue(id).consumers],
    [
      "POST",
      /^\/queues\/([^/]+)\/consumers$/,
      ({ body }, [id = ""]) => {
        const request = JSON.parse(body.toString()) as { script_name: string };
        const consumer = {
          consumer_id: crypto.randomUUID(),
          ...request,
          script: request.script_name,
          service: request.script_name,
        };
        queue(id).consumers.push(consumer);
        return consumer;
      },
    ],
    ["PUT", /^\/queues\/([^/]+)\/consumers\/([^/]+)$/, ({ body }) => JSON.parse(body.toString()) as Json],
  ];
  return { queues, routes };
}

const queueView = ({ id, name, consumers }: { id: string; name: string; consumers: unknown[] }) => ({
  queue_id: id,
  queue_name: name,
  created_on: "2026-11-25T00:00:00Z",
  modified_on: "2026-11-25T00:00:00Z",
  producers: [],
  producers_total_count: 0,
  consumers,
  consumers_total_count: consumers.length,
  settings: {},
});
