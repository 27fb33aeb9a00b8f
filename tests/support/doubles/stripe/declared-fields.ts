// The fields that an object of the API has by the types of Stripe's client for Node.
import { readFileSync } from "node:fs";

const TYPES = new URL("../../../../node_modules/stripe/esm/resources/", import.meta.url);

/** Fields of an interface in one of the client's declarations: whether each always comes. */
export function declaredFields(file: string, name: string): Map<string, boolean> {
  const source = readFileSync(new URL(`${file}.d.ts`, TYPES), "utf8");
  const body = new RegExp(`^( *)(?:export )?interface ${name} \\{\\n([\\s\\S]*?)^\\1\\}`, "m").exec(source);
  if (!body) throw new Error(`no interface ${name} in ${file}`);
  const [, indent = "", text = ""] = body;
  const fields = text.matchAll(new RegExp(`^${indent}    (\\w+)(\\??):(?! void;)`, "gm"));
  return new Map([...fields].map(([, field = "", optional]) => [field, optional === ""]));
}
