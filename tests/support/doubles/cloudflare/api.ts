// Types shared by the parts of the Cloudflare double: calls, routes and refusals.
export type Json = Record<string, unknown> | unknown[] | string | null;
export type Call = { search: URLSearchParams; contentType: string; body: Buffer };
/** Method, path below the account, and handler; `names` are the groups of the path's pattern. */
export type Route = [
  method: string,
  path: RegExp,
  answer: (call: Call, names: string[]) => Json | Promise<Json>,
];

export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const missing = (resource: string) =>
  new Refusal(404, 10007, `${resource} does not exist on your account.`);
