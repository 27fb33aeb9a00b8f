import { routes } from "#paths.ts";
import { TextLink } from "#ui/text-link.tsx";

/** Links to the legal texts; they open in a new tab, so that nothing typed is lost. */
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
