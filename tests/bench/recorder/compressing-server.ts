// A proxy that compresses text with brotli, as an edge does. Files are compressed once, pages each time.
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { listen, type Served } from "./static-server.ts";

const compress = promisify(brotliCompress);
const COMPRESSED = /text|javascript|json|svg|wasm/;
/** Headers that change with the body. */
const OF_ITS_BODY = ["content-encoding", "content-length", "transfer-encoding", "connection"];

export function compressing(behind: URL): Promise<Served> {
  const cache = new Map<string, Buffer>();
  return listen(async (request, response) => {
    const path = request.url ?? "/";
    const answer = await fetch(new URL(path, behind), { redirect: "manual" });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get("content-type") ?? "";
    const isText = COMPRESSED.test(type);
    const sent = isText ? (cache.get(path) ?? (await compress(body, BEST))) : body;
    // A page names in its headers which of its scripts may run, and those are other ones in each answer.
    if (isText && !type.includes("html")) cache.set(path, sent);
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
