// The page of a public testimonial, from the same templates: they are split into their parts once.
import plainPage from "../../../worker/src/routes/public/plain_page.html";
import testimonial from "../../../worker/src/routes/public/testimonial.html";
import countViews from "../../../worker/src/routes/public/count_views.js";

const SELECT = `
  SELECT s.id, s.publication, s.public_copy, s.published_at, s.customer_name, s.name_display, s.duration_ms,
         s.size_bytes, s.container, s.poster, s.poster_width, s.poster_height, p.recipe, c.company_name, c.logo_url, c.custom_slug,
         c.status AS client_status, c.cancelled_at, c.is_listed,
         (SELECT unpaid_since FROM subscriptions p WHERE p.id = c.subscription_id) AS unpaid_since
    FROM submissions s CROSS JOIN clients c ON c.id = s.client_id LEFT JOIN clips p ON p.id = s.public_clip
   WHERE s.public_id = ?1`;
const WORDS = "SELECT words FROM transcripts WHERE submission_id = ?1 AND status = 'done'";

const block = (name) => new RegExp(`{% block ${name} %}([^]*?){% endblock %}`).exec(testimonial)?.[1] ?? "";
const source = plainPage
  .replaceAll(/{% block (\w+) %}{% endblock %}/g, (_, name) => block(name))
  .replace('{% include "routes/public/count_views.js" %}', () => countViews);

/** Texts, values and conditions, in order. */
const parts = source.split(/({[{%] .*? [}%]})/).map((part) => {
  const value = /^{{ (?:page\.)?([\w.]+)(?:\(\))?(\|safe)? }}$/.exec(part);
  if (value) return { value: value[1], isSafe: Boolean(value[2]) };
  const condition = /^{% if (!?)(?:let Some\(.*?\) = )?(\w+)(?:\.(\w+)(?:\(\))?)? %}$/.exec(part);
  if (condition)
    return { condition: condition[2], isNegated: Boolean(condition[1]) !== (condition[3] === "is_none") };
  if (part === "{% else %}") return { turns: true };
  return part === "{% endif %}" ? { ends: true } : { text: part };
});

function render(values, escape) {
  let html = "";
  /** Of each condition around a part, whether it holds. */
  const holding = [];
  for (const { text, value, isSafe, condition, isNegated, turns, ends } of parts) {
    if (ends) holding.pop();
    else if (turns) holding.push(!holding.pop());
    else if (condition) holding.push(Boolean(values[condition]) !== isNegated);
    else if (holding.every(Boolean)) html += text ?? (isSafe ? values[value] : escape(String(values[value])));
  }
  return html;
}

export async function testimonialPage(env, id, origin, stylesheet, escape) {
  const row = await env.DB.prepare(SELECT).bind(id).first();
  if (row?.publication !== "public" || row.client_status !== "active") return null;
  if (row.name_display !== "full") throw new Error("no other name is measured");
  if (await env.DB.prepare(WORDS).bind(row.id).first()) throw new Error("no words are measured");
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const path = `/t/${id}`;
  const address = origin + path;
  const seconds = Math.round(row.duration_ms / 1000);
  const title = `${row.customer_name} about ${row.company_name}`;
  const description = `${row.customer_name} talks about ${row.company_name}: a video testimonial of ${seconds} seconds.`;
  const published = new Date(row.published_at);
  const structured = {
    "@context": "https://schema.org",
    "@type": "VideoObject",
    contentUrl: `${address}/film`,
    description,
    duration: `PT${seconds}S`,
    embedUrl: `${origin}/embed/${id}`,
    name: title,
    thumbnailUrl: `${address}/poster.jpg`,
    uploadDate: published.toISOString().replace(/\.\d+/, ""),
  };
  const html = render(
    {
      nonce,
      stylesheet,
      title,
      description,
      address,
      path,
      oembed: `${origin}/oembed?url=${encodeURIComponent(address)}`,
      business: row.company_name,
      logo: row.logo_url,
      slug: row.custom_slug,
      media_type: "video/mp4",
      width: row.poster_width,
      height: row.poster_height,
      has_poster: row.poster,
      is_listed: row.is_listed,
      sitemap: `/record/${row.custom_slug}/testimonials.xml`,
      structured: JSON.stringify(structured).replaceAll("<", "\\u003c"),
      day: published.toISOString().slice(0, 10),
      published_on: published.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" }),
    },
    escape,
  );
  return { html, nonce };
}
