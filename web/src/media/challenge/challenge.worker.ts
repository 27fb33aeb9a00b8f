// Does the work of a challenge beside the page.
import { proofOfWork } from "./proof-of-work.ts";

export type Task = { challenge: string };

const scope = self as unknown as {
  postMessage: (solution: string) => void;
  addEventListener: (type: "message", listener: (event: MessageEvent<Task>) => void) => void;
};

scope.addEventListener("message", ({ data }) => void proofOfWork(data.challenge).then(scope.postMessage));
