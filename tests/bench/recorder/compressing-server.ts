// Stands before a server and hands on its answers as an edge does: text as brotli makes it. What it compressed once it keeps.
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { listen, type Served } from "./static-server.ts";

const compress = promisify(brotliCompress);
const COMPRESSED = /text|javascript|json|svg|wasm/;
/** Said anew for what is sent. */
const OF_ITS_BODY = ["content-encoding", "content-length", "transfer-encoding", "connection"];

export function compressing(behind: URL): Promise<Served> {
  const kept = new Map<string, Buffer>();
  return listen(async (request, response) => {
    const path = request.url ?? "/";
    const answer = await fetch(new URL(path, behind), { redirect: "manual" });
    const body = Buffer.from(await answer.arrayBuffer());
    const isText = COMPRESSED.test(answer.headers.get("content-type") ?? "");
    const sent = isText ? (kept.get(path) ?? (await compress(body, BEST))) : body;
    if (isText) kept.set(path, sent);
    const headers = [...answer.headers].filter(([name]) => !OF_ITS_BODY.includes(name));
    response.writeHead(answer.status, {
      ...Object.fromEntries(headers),
      "content-length": sent.length,
      ...(isText && { "content-encoding": "br" }),
    });
    response.end(sent);
  });
}

const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
