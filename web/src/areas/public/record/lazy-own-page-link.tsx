import { lazy, Suspense } from "react";
import { TextLink } from "#ui/text-link.tsx";

/** The private link alone, where what is around it cannot be loaded. */
const PlainLink = ({ href }: { href: string }) => (
  <p className="mt-5 text-center">
    <TextLink href={href} newTab>
      Your testimonial
    </TextLink>
  </p>
);

// Loaded at the end of a visit: the page is to load fast.
const OwnPageLink = lazy(async () => {
  // Not `import(…).then(…, …)`: Vite's bundles do not call the second function when a style sheet is missing.
  try {
    return { default: (await import("#areas/public/record/own-page-link.tsx")).OwnPageLink };
  } catch {
    return { default: PlainLink };
  }
});

/** The link to the customer's private page, or a plain one if its code cannot be loaded. */
export const LazyOwnPageLink = ({ href }: { href: string }) => (
  <Suspense>
    <OwnPageLink href={href} />
  </Suspense>
);
