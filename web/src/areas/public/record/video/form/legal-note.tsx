import { routes } from "#paths.ts";
import { TextLink } from "#ui/text-link.tsx";

/** Where to read what a testimonial is sent under; in a tab of its own, so that nothing typed is lost. */
export function LegalNote() {
  return (
    <>
      Read our{" "}
      <TextLink href={routes.privacy} newTab className="text-ink">
        Privacy Policy
      </TextLink>{" "}
      and{" "}
      <TextLink href={routes.terms} newTab className="text-ink">
        Terms &amp; Conditions
      </TextLink>
      .
    </>
  );
}
