import { TextLink } from "#ui/text-link.tsx";

/** The customer's private page, on which the consent can be withdrawn. */
export const OwnPageLink = ({ href }: { href: string }) => (
  <p className="mt-5 text-center text-sm text-muted">
    <TextLink href={href} newTab>
      Your testimonial
    </TextLink>
    : keep this private link. There you see where your video is, and can take it back.
  </p>
);
