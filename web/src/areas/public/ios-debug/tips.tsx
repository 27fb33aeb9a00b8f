import { pageData } from "../../../api/page-data.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { Section } from "./section.tsx";

const TIPS = [
  ["Reload the page.", "Close other apps that use the camera first, such as a call."],
  ["Open it in Safari.", "Pages inside other apps, such as mail or social media, often get no camera."],
  ["Allow the camera and the microphone.", "Look for Safari in Settings, and set both to Ask or Allow."],
  ["Update iOS.", "Old versions cannot record in the browser."],
  ["Leave Lockdown Mode off for this site.", "It switches off parts of the browser."],
  ["Record with the Camera app.", "Then choose the video on the recording page instead of recording there."],
] as const;

export function Tips() {
  return (
    <Section title="Troubleshooting tips">
      <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-signal">
        {TIPS.map(([what, why]) => (
          <li key={what}>
            <strong className="font-semibold">{what}</strong> <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
      <p>
        Nothing helps? Copy the report and send it to{" "}
        <TextLink href={pageData.support_url}>our support</TextLink>.
      </p>
    </Section>
  );
}
