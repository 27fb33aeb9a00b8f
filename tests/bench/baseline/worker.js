// What a careful author would write in JavaScript for the same answers, with one log line for each request and no
// routes or checks beyond them.
import { plainForm } from "./plain-form.js";
import { testimonialPage } from "./testimonial.js";

const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
  "img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; " +
  "worker-src 'self' blob:; manifest-src 'self'; frame-src 'none'; frame-ancestors 'none'; " +
  "base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types default";
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const INVITATION = "A short video, recorded right in your browser. No app, no account.";

const SELECT = `
  SELECT s.support_url, c.id, c.custom_slug, c.company_name, c.logo_url, c.review_link_type,
         c.review_link_url, c.watermark_enabled, c.watermark_text, c.watermark_font_size,
         c.watermark_font_color, c.watermark_position, c.watermark_text_alignment, c.questions, c.status,
         c.credits_remaining
    FROM (SELECT (SELECT setting_value FROM admin_settings WHERE setting_key = 'support_url') AS support_url) s
    LEFT JOIN clients c ON c.custom_slug = ?1`;

export default {
  async fetch(request, env) {
    const started = Date.now();
    const response = await route(request, env);
    const { method } = request;
    console.info(
      JSON.stringify({ kind: "request", method, status: response.status, ms: Date.now() - started }),
    );
    return response;
  },
};

async function route(request, env) {
  const url = new URL(request.url);
  const [area, slug] = url.pathname.slice(1).split("/");
  if (request.method === "PUT") return store(request, env, url.pathname.slice(1));
  if (area === "record") return record(env, slug);
  if (area === "t") return testimonial(env, slug);
  if (url.pathname === "/api/public/get_client_by_slug") {
    const { client } = await lookUp(env, url.searchParams.get("_slug") ?? "");
    return answer(JSON.stringify(client ? [client] : []), 200, "application/json", DATA_POLICY);
  }
  return answer("Not found", 404, "text/plain", DATA_POLICY);
}

async function record(env, slug) {
  const { client, support_url } = await lookUp(env, slug);
  const shell = await (await env.ASSETS.fetch("http://assets/index.html")).text();
  const title = client ? `Share your experience with ${client.company_name}` : "Client Not Found | Sayso";
  const head = `<title>${escape(title)}</title>${tags(title, client, env.PUBLIC_ORIGIN)}`;
  const json = JSON.stringify({
    support_url,
    record: { slug, client, is_stale: false },
    home: null,
    branded: null,
    wall: null,
  });
  const data = `<script type="application/json" id="sayso-data">${json.replaceAll("<", "\\u003c")}</script>`;
  const html = shell
    .replace("<!--sayso-head-->", () => head)
    .replace(
      /<!--sayso-preload:site-->[^]*<!--sayso-preload:record-->([^]*)<!--sayso-preload:record-video-->[^]*<!--sayso-preload:end-->/,
      "$1",
    )
    .replace("<!--sayso-data-->", () => data)
    .replace("<!--sayso-needs-->", "")
    .replace("<!--sayso-root-->", () =>
      client ? prerendered(shell, client, support_url) + plainForm(client) : "",
    )
    .replace(/<!--sayso-prerendered:.*$/s, "");
  return answer(html, client ? 200 : 404, "text/html; charset=utf-8", PAGE_POLICY);
}

let stylesheet;

async function testimonial(env, id) {
  stylesheet ??= /<link[^>]* href="([^"]+\.css)"/.exec(
    await (await env.ASSETS.fetch("http://assets/index.html")).text(),
  )?.[1];
  const page = await testimonialPage(env, id, env.PUBLIC_ORIGIN, stylesheet, escape);
  if (!page) return answer("Not found", 404, "text/plain", DATA_POLICY);
  const policy =
    `default-src 'none'; style-src 'self' 'nonce-${page.nonce}'; script-src 'nonce-${page.nonce}'; connect-src 'self'; ` +
    "font-src 'self'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
  const found = answer(page.html, 200, "text/html; charset=utf-8", policy);
  found.headers.set("cache-control", "public, max-age=30");
  found.headers.set("cross-origin-resource-policy", "cross-origin");
  return found;
}

/** The invitation that the app's build has rendered for a client like this one. */
function prerendered(shell, client, support_url) {
  const { review_link_type: platform, review_link_url: url } = client;
  const review = platform === "None" ? "none" : url?.startsWith("https://") ? "link" : "disabled";
  const asks = client.questions.length > 0 ? "asks" : "plain";
  const place = `<!--sayso-prerendered:invitation:${client.logo_url ? "logo" : "name"}:${review}:${asks}-->`;
  const html = shell.slice(shell.indexOf(place) + place.length);
  const values = { ...client, support_url, review_link_address: url?.slice("https://".length) };
  return html
    .slice(0, html.indexOf("<!--sayso-prerendered:"))
    .replaceAll(/~~(\w+)~~/g, (_, name) => escape(values[name] ?? ""));
}

/** What a link shows where it is shared. */
function tags(title, client, origin) {
  const hidden = '<meta name="robots" content="noindex">';
  if (!client) return hidden;
  const logo = client.logo_url && `<meta property="og:image" content="${escape(origin + client.logo_url)}">`;
  return (
    `${hidden}<meta property="og:type" content="website"><meta property="og:title" content="${escape(title)}">` +
    `<meta property="og:description" content="${INVITATION}"><meta name="twitter:card" content="summary">${logo ?? ""}`
  );
}

async function lookUp(env, slug) {
  const row = await env.DB.prepare(SELECT).bind(slug.toLowerCase()).first();
  const { support_url, status, credits_remaining, watermark_enabled, questions, ...rest } = row;
  const accepting = status !== "active" ? "inactive" : credits_remaining <= 0 ? "no_credits" : "yes";
  const client = rest.id && {
    ...rest,
    questions: (questions ?? "").split("\n").filter(Boolean),
    watermark_enabled: watermark_enabled !== 0,
    accepting,
  };
  if (client) client.watermark_text ??= client.company_name;
  return { client: client || null, support_url: support_url ?? "mailto:support@sayso.example" };
}

async function store(request, env, key) {
  await env.MEDIA.put(key, request.body);
  await env.DB.prepare(
    `INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at)
     SELECT ?1, id, '', ?2, 'video/mp4', 'accepted', ?3, ?3 FROM clients LIMIT 1`,
  )
    .bind(key, Number(request.headers.get("content-length")), Date.now())
    .run();
  return answer('{"success":true}', 200, "application/json", DATA_POLICY);
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]);

function answer(body, status, type, policy) {
  return new Response(body, {
    status,
    headers: {
      "content-type": type,
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "permissions-policy": "camera=(self), microphone=(self), geolocation=(), payment=()",
      "x-frame-options": "DENY",
      "cache-control": "no-store",
    },
  });
}
