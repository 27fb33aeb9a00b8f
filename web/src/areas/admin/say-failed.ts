import { hasEnded } from "../../auth/query-client.ts";
import { sayFailed } from "../../auth/say.ts";

/** For mutations: the title says what failed, the server why. A session that ended says so itself. */
export const sayUnlessEnded = (title: string) => (error: Error) => {
  if (!hasEnded(error)) sayFailed(title, error);
};
