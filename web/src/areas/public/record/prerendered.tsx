// Rendered when the web app is built (`web/vite/prerender.ts`): the record pages as they are first seen, for each kind of client.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { PublicClient } from "#api/generated/public.ts";
import type { RecordPage, ReviewButton } from "#api/generated/enums.ts";
import { Invitation } from "./record-screen.tsx";
import { StageLoading, StageSection } from "./video/recorder/stage-frame.tsx";
import { StageOpening, StageWelcome } from "./video/recorder/stage-welcome.tsx";
import { StudioPage, invitationOf } from "./video/studio-page.tsx";

const ignored = () => undefined;

/** Placeholder for a value that the Worker fills in. */
const placeholder = (name: string) => `~~${name}~~`;

/** A client of this kind, with placeholders for its values. */
function clientOf(hasLogo: boolean, review: ReviewButton, asks: boolean): PublicClient {
  return {
    id: "",
    custom_slug: placeholder("custom_slug"),
    company_name: placeholder("company_name"),
    logo_url: hasLogo ? placeholder("logo_url") : null,
    // Any platform but none: only its name is drawn.
    review_link_type: review === "none" ? "None" : (placeholder("review_link_type") as "Facebook"),
    review_link_url: review === "link" ? `https://${placeholder("review_link_address")}` : null,
    questions: asks ? [placeholder("questions")] : [],
    watermark_enabled: false,
    watermark_text: "",
    watermark_font_size: 0,
    watermark_font_color: "",
    watermark_position: "top-right",
    watermark_text_alignment: "right",
    accepting: "yes",
  };
}

/** The welcome, the wait for the camera, and the wait for the app: `before-app.ts` shows one of them. */
function Studio({ client }: { client: PublicClient }) {
  return (
    <StudioPage client={client}>
      <StageSection>
        <StageWelcome invitation={invitationOf(client)} problem={null} onGrant={ignored} onFile={ignored} />
        <div hidden>
          <StageOpening onCancel={ignored} />
        </div>
        <output hidden aria-label="One moment" className="block">
          <StageLoading failed={false} onRetry={ignored} />
        </output>
      </StageSection>
    </StudioPage>
  );
}

/** HTML of each page by key (`domain::prerendered::key`). `script`: URL of the script that makes it interactive. */
export function prerender(script: string): Map<string, string> {
  const pages = new Map<string, string>();
  const add = (page: RecordPage, kind: string[], element: ReactElement) => {
    const html = `<template class="prerendered">${renderToStaticMarkup(element)}</template>`;
    pages.set(
      [page, ...kind].join(":"),
      `${html}<script async fetchpriority="high" src="${script}"></script>`,
    );
  };
  for (const hasLogo of [false, true]) {
    const sign = hasLogo ? "logo" : "name";
    add("video", [sign], <Studio client={clientOf(hasLogo, "none", false)} />);
    for (const review of ["none", "disabled", "link"] as const)
      for (const asks of [false, true])
        add(
          "invitation",
          [sign, review, asks ? "asks" : "plain"],
          <Invitation client={clientOf(hasLogo, review, asks)} />,
        );
  }
  return pages;
}
