// Shows the emails that the local runtime has sent, as web pages:
//   node tests/support/doubles/mail/serve-inbox.ts --port 8807 --product http://127.0.0.1:8787
import { createServer } from "node:http";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    /** The address at which the product is served. */
    product: { type: "string", default: "http://127.0.0.1:8787" },
    /** Exits with the parent process, however that ends. */
    "until-stdin-ends": { type: "boolean" },
  },
});
const SENT = `${values.product}/cdn-cgi/explorer/api/local/email/sending`;

type Listed = { messageId: string; subject: string; to: string[]; sentAt: string };
type Mail = Listed & { from: string; text?: string; html?: string };

async function ask<T>(query: string): Promise<T> {
  const answer = await fetch(`${SENT}?${query}`);
  if (!answer.ok) throw new Error(`The product answered ${answer.status}.`);
  return ((await answer.json()) as { result: T }).result;
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const time = (sentAt: string) => escape(new Date(sentAt).toLocaleString("en-GB"));

const page = (title: string, body: string) => `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
  ul { list-style: none; padding: 0; }
  li a { display: grid; gap: 0 1rem; padding: 0.75rem 0; border-top: 1px solid #8886; color: inherit; text-decoration: none; }
  li b { text-decoration: underline; text-underline-offset: 3px; }
  small { opacity: 0.75; }
  iframe { width: 100%; height: 40rem; border: 1px solid #8886; border-radius: 8px; background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #8886; border-radius: 8px; }
</style>
${body}`;

async function inbox(): Promise<string> {
  const mails = await ask<Listed[]>("limit=100");
  const line = ({ messageId, subject, to, sentAt }: Listed) =>
    `<li><a href="/mail?id=${encodeURIComponent(messageId)}"><b>${escape(subject)}</b>
     <small>to ${escape(to.join(", "))}, ${time(sentAt)}</small></a></li>`;
  const list =
    mails.length > 0 ? `<ul>${mails.map(line).join("")}</ul>` : "<p>Nothing has been sent yet.</p>";
  return page("Sent mails", `<meta http-equiv="refresh" content="5"><h1>Sent mails</h1>${list}`);
}

async function mail(id: string): Promise<string> {
  const {
    subject,
    from,
    to,
    sentAt,
    text = "",
    html = "",
  } = await ask<Mail>(`email_id=${encodeURIComponent(id)}`);
  // Every second part is a link.
  const linked = text
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((part, index) => (index % 2 ? `<a href="${escape(part)}">${escape(part)}</a>` : escape(part)));
  return page(
    subject,
    `<p><a href="/">All mails</a></p><h1>${escape(subject)}</h1>
     <p><small>from ${escape(from)} to ${escape(to.join(", "))}, ${time(sentAt)}</small></p>
     <iframe title="As HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(`<base target="_blank">${html}`)}"></iframe>
     <h2>As text</h2><pre>${linked.join("")}</pre>`,
  );
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://inbox");
  const answer = pathname === "/mail" ? mail(searchParams.get("id") ?? "") : inbox();
  answer
    .then((html) => [200, html] as const)
    .catch((error: unknown) => [502, page("No mails", `<p>${escape(String(error))}</p>`)] as const)
    .then(([status, html]) =>
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html),
    );
});
server.listen(Number(values.port), "127.0.0.1");
if (values["until-stdin-ends"]) process.stdin.on("end", () => process.exit()).resume();
