import { FolderDown, LockKeyhole, Smartphone } from "lucide-react";
import { Section } from "./section.tsx";

const BLURBS = [
  {
    icon: Smartphone,
    title: "Works on any device",
    text: "A phone, a tablet, the laptop in the office. It runs in the browser, old ones too, and a bad connection does not lose a video.",
  },
  {
    icon: LockKeyhole,
    title: "Stored safely, as the GDPR asks",
    text: "Encrypted on the way and where it is kept. Both consents are recorded with every video, and you can erase any of them.",
  },
  {
    icon: FolderDown,
    title: "Ready to share",
    text: "Finished videos wait in your cloud-drive folder. Put them on your site, in your feed or on the screen in the shop.",
  },
];

export function Blurbs() {
  return (
    <Section title="Made for the shop, not for the IT department.">
      <ul className="mt-12 grid gap-10 md:grid-cols-3 md:gap-8">
        {BLURBS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="border-t-2 border-ink pt-6">
            <Icon className="size-9 stroke-[1.75]" aria-hidden="true" />
            <h3 className="mt-5 text-2xl">{title}</h3>
            <p className="mt-3 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
