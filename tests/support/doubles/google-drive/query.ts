// The search language of files.list (`q`): the terms that this project, the vendor's clients and rclone use.
import { invalid } from "./errors.ts";

export type Searched = {
  name: string;
  mimeType: string;
  trashed: boolean;
  parents: string[];
  appProperties: Record<string, string>;
};

export type Matches = (file: Searched) => boolean;

/** Terms: `name`, `mimeType`, `trashed` with `=` or `!=`; `'id' in parents`; `appProperties has {…}`; and, or, not, (). */
export function parseQuery(text: string): Matches {
  const tokens = text.match(/'(?:[^'\\]|\\.)*'|!=|[=(){}]|[A-Za-z]+/g) ?? [];
  const meant = text.replaceAll(/'(?:[^'\\]|\\.)*'|\s+/g, "").length;
  const read = tokens.filter((token) => !token.startsWith("'")).join("").length;
  if (meant !== read) throw invalid("q");
  let at = 0;
  const take = (wanted?: string): string => {
    const token = tokens[at++];
    if (token === undefined || (wanted !== undefined && token !== wanted)) throw invalid("q");
    return token;
  };
  const string = (): string => {
    const token = take();
    if (!token.startsWith("'")) throw invalid("q");
    return token.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  };
  const any = (): Matches => {
    let left = all();
    while (tokens[at] === "or") {
      at += 1;
      const [one, other] = [left, all()];
      left = (file) => one(file) || other(file);
    }
    return left;
  };
  const all = (): Matches => {
    let left = term();
    while (tokens[at] === "and") {
      at += 1;
      const [one, other] = [left, term()];
      left = (file) => one(file) && other(file);
    }
    return left;
  };
  const equality = (): boolean => {
    const operator = take();
    if (operator !== "=" && operator !== "!=") throw invalid("q");
    return operator === "=";
  };
  const term = (): Matches => {
    const next = tokens[at];
    if (next?.startsWith("'")) {
      const id = string();
      take("in");
      take("parents");
      return (file) => file.parents.includes(id);
    }
    const word = take();
    switch (word) {
      case "(": {
        const inner = any();
        take(")");
        return inner;
      }
      case "not": {
        const inner = term();
        return (file) => !inner(file);
      }
      case "trashed": {
        const equal = equality();
        const value = take();
        if (value !== "true" && value !== "false") throw invalid("q");
        return (file) => (file.trashed === (value === "true")) === equal;
      }
      case "name":
      case "mimeType": {
        const equal = equality();
        const value = string();
        return (file) => (file[word] === value) === equal;
      }
      case "appProperties": {
        for (const token of ["has", "{", "key", "="]) take(token);
        const key = string();
        for (const token of ["and", "value", "="]) take(token);
        const value = string();
        take("}");
        return (file) => file.appProperties[key] === value;
      }
      default:
        throw invalid("q");
    }
  };
  const matches = any();
  if (at < tokens.length) throw invalid("q");
  return matches;
}
