import { Plus } from "lucide-react";
import { useId, type ReactNode } from "react";
import { pageData } from "../../../api/page-data.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { facts } from "../facts.ts";
import { anchors } from "./anchors.ts";
import { column } from "./section.tsx";
import { Link } from "react-router";
import { routes } from "../../../paths.ts";

/** Questions and answers. They share a name, so that the browser has one open at most. */
export function Faq() {
  const titleId = useId();
  return (
    <section
      id={anchors.questions}
      aria-labelledby={titleId}
      className="border-t border-hairline bg-sunken py-16 sm:py-24"
    >
      <div className={`${column} grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.7fr]`}>
        <div className="self-start lg:sticky lg:top-10">
          <h2 id={titleId} className="text-[clamp(2.25rem,5.5vw,3.75rem)] leading-[0.98] tracking-[-0.035em]">
            Questions shops ask us
          </h2>
          <p className="mt-5 max-w-[32ch] text-lg text-muted">
            Is your question not here? <TextLink href={pageData.support_url}>Ask us</TextLink>. We reply
            within {facts.supportHours} hours.
          </p>
        </div>
        <div className="border-t border-control">
          {faqItems.map(({ question, answer }) => (
            <details key={question} name="question" className="question group border-b border-control">
              <summary className="flex items-start justify-between gap-6 rounded-lg py-5 font-display text-xl leading-snug font-semibold tracking-tight list-none">
                {question}
                <Plus
                  aria-hidden="true"
                  className="mt-0.5 size-6 shrink-0 transition-transform group-open:rotate-45"
                />
              </summary>
              <div className="max-w-[58ch] pr-8 pb-6 text-muted [&_a]:text-ink">{answer}</div>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

const { standard, noSetup } = facts.plans;
const { least, most } = facts.deliveryDays;
const link = "underline decoration-control underline-offset-4 hover:decoration-ink";

const pounds = (price: string) => Number(price.replace("£", ""));
/** From this month on the set-up of the one plan has paid for itself. */
const evenAfter = Math.ceil(
  (pounds(standard.setUp) - pounds(noSetup.setUp)) / (pounds(noSetup.monthly) - pounds(standard.monthly)),
);

/** What shops ask. Every figure comes from the constants that the product works by. */
const faqItems: { question: string; answer: ReactNode }[] = [
  {
    question: "What does Sayso do?",
    answer: `It gives your shop a page where customers record a short video about you. They open your link, talk for up to ${facts.recordingSeconds} seconds and press send. You get the video in your folder and an email that says so.`,
  },
  {
    question: "Do my customers need an app or an account?",
    answer:
      "No. The page opens in the browser they already have. They type their name and email, tick two consent boxes, and that is it.",
  },
  {
    question: "Which devices does it work on?",
    answer:
      "iPhones, Android phones, tablets and computers with a camera. If a browser cannot record, the page says so and offers to upload a video from the device instead.",
  },
  {
    question: "How long can a video be?",
    answer: `A recording stops automatically after ${facts.recordingSeconds} seconds: long enough for one good story, short enough that people watch it.`,
  },
  {
    question: "Can customers send a video they already have?",
    answer: `Yes, up to ${facts.longestUploadMinutes} minutes and ${facts.largestUploadMb} MB. They choose it on the same page and send it the same way.`,
  },
  {
    question: "What if someone does not like their first try?",
    answer:
      "They watch it before they send it and record it again as often as they like. Nothing leaves their phone until they press submit.",
  },
  {
    question: "How do customers get to my page?",
    answer:
      "With a link, a QR code or a card for the counter that you print yourself. Your portal has all three, and a ready-written invitation too.",
  },
  {
    question: "Can I ask for a written review as well?",
    answer:
      "Yes. Give us the link to your review page, on Google or elsewhere, and a button to it appears below the one for the video.",
  },
  {
    question: "Where do the videos end up?",
    answer: `In your cloud-drive folder, sorted by month and named after the customer. The email about each one has a link that plays it for ${facts.videoLinkDays} days.`,
  },
  {
    question: "How long do you keep the videos?",
    answer: `Delivered videos stay in your folder for up to ${facts.driveMonths} months. We email you ${facts.noticeDays} days before they go, so that you can download the ones you want to keep for longer. Our own working copies are gone within ${facts.temporaryDays} days.`,
  },
  {
    question: "May I use the videos in my marketing?",
    answer:
      "Yes, that is what they are for. Every customer agrees to it before sending, and the wording they saw is kept with the video together with the time.",
  },
  {
    question: "Is it secure, and does it meet the GDPR?",
    answer: (
      <>
        Videos are encrypted in transit and in storage, links to them are private and expire, and consent is
        recorded with every one. The{" "}
        <Link to={routes.privacy} className={link}>
          Privacy Policy
        </Link>{" "}
        has the details.
      </>
    ),
  },
  {
    question: "What if a customer changes their mind?",
    answer:
      "Open the video in your portal and delete it. The file goes, and so do the name and email address. Please take down anything you have already posted.",
  },
  {
    question: "What is a video credit?",
    answer: `One processed video costs one credit, and both plans have ${facts.creditsPerMonth} a month. Unused credits lapse when the new ones arrive; they do not roll over.`,
  },
  {
    question: "Which plan should I choose?",
    answer: `The ${noSetup.name} costs ${noSetup.setUp} to set up and ${noSetup.monthly} a month. The ${standard.name} costs ${standard.setUp} once and ${standard.monthly} a month, so it works out cheaper if you stay for ${evenAfter} months or more.`,
  },
  {
    question: "How soon can I start?",
    answer: `You pay, you fill in a short form with your name and logo, and your branded tool is delivered in ${least}-${most} business days.`,
  },
  {
    question: "Can I cancel, and what happens to my videos then?",
    answer: `Yes, at any time: there is no commitment. You keep access for ${facts.daysAfterCancellation} more days to download everything; then the videos are deleted.`,
  },
  {
    question: "Can I try it, and who helps me if I am stuck?",
    answer: (
      <>
        <Link to={routes.demo} className={link}>
          Record a demo
        </Link>{" "}
        now: the video comes to your own email and is deleted within {facts.demoHours} hours. For anything
        else <TextLink href={pageData.support_url}>write to us</TextLink>; we reply within{" "}
        {facts.supportHours} hours.
      </>
    ),
  },
];
