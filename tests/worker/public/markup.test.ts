// Public pages read by what others publish for reading pages: a validator of HTML, one of structured data, and a
// consumer of oEmbed.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import Validator from "@adobe/structured-data-validator";
import { extract } from "@extractus/oembed-extractor";
import WebAutoExtractor from "@marbec/web-auto-extractor";
import { HtmlValidate } from "html-validate";
import { addPublication } from "../../support/people/owner/publications.ts";
import {
  own,
  putPoster,
  withTestimonial,
  change,
  publicPath,
} from "../../support/people/owner/testimonials.ts";
import { addWall } from "../../support/people/owner/walls.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const html = new HtmlValidate({ extends: ["html-validate:standard", "html-validate:a11y"] });

async function text(path: string): Promise<string> {
  const answer = await sayso.fetch(path);
  assert.equal(answer.status, 200, path);
  return answer.text();
}

describe("public pages of a testimonial and of a wall", () => {
  let pages: Record<"page" | "embed" | "wall" | "wallEmbed" | "own", string>;
  before(async () => {
    const owner = await withTestimonial(sayso, {}, { company_name: "Salt & <i>Pepper</i>" });
    await change(sayso, owner, "publish", [owner.id]);
    const page = await publicPath(sayso, owner);
    assert.doesNotMatch(await text(page), /ld\+json/, "a video without a picture");
    await putPoster(sayso, owner);
    await addPublication(sayso, owner.client, { customer_name: "Bea" });
    const wall = await addWall(sayso, owner.client);
    pages = {
      page,
      embed: page.replace("/t/", "/embed/"),
      wall: `/w/${wall}`,
      wallEmbed: `/embed/wall/${wall}`,
      own: own(owner.id),
    };
  });

  for (const name of ["page", "embed", "wall", "wallEmbed", "own"] as const)
    test(`PUB05 PUB07 PUB09 CNS03 are valid HTML: ${name}`, async () => {
      const { results } = await html.validateString(await text(pages[name]));
      const found = results.flatMap(({ messages }) => messages.map((one) => `${one.ruleId}: ${one.message}`));
      assert.deepEqual(found, []);
    });

  test("PUB06 have structured data that search engines take for a video", async () => {
    const data = new WebAutoExtractor({ addLocation: true, embedSource: [] }).parse(await text(pages.page));
    assert.deepEqual(Object.keys(data.jsonld), ["VideoObject"]);
    const issues = await new Validator().validate(data);
    assert.deepEqual(
      issues.filter(({ severity }) => severity === "ERROR"),
      [],
    );
  });

  for (const name of ["page", "wall"] as const)
    test(`PUB06 PUB07 are found by a consumer of oEmbed: ${name}`, async () => {
      const fetcher = (url: string) => sayso.fetch(url.replace("https://sayso.test", ""));
      const found = await extract(`https://sayso.test${pages[name]}`, { maxwidth: 300 }, fetcher);
      assert.deepEqual([found.version, found.width, found.provider_name], ["1.0", 300, "Sayso"]);
      assert.match(String(found.html), /^<iframe src="https:\/\/sayso\.test\/embed\//);
    });
});
