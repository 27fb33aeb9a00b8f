import { routes } from "../../../paths.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { Section } from "./section.tsx";

const PAGES = [
  ["Home", routes.home],
  ["Demo", "/demo"],
  ["WPMS", "/wpms"],
  ["Career Garage", "/career-garage"],
  ["WPMSAIC", "/wpmsaic"],
] as const;

/** To try recording on. Each is loaded afresh, as a visitor's first page would be. */
export function PageLinks() {
  return (
    <Section title="Pages to try">
      <ul className="flex flex-wrap gap-x-6 gap-y-3">
        {PAGES.map(([name, path]) => (
          <li key={path}>
            <TextLink href={path} className="inline-block py-1">
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
