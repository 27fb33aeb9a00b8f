import { Plus } from "lucide-react";
import { useId, type ReactNode } from "react";
import { pageData } from "#api/page-data.ts";
import { TextLink } from "#ui/text-link.tsx";
import { facts } from "#areas/public/facts.ts";
import { anchors } from "./anchors.ts";
import { isOpen } from "./home-settings.ts";
import { column } from "./section.tsx";
import { Link } from "react-router";
import { routes } from "#paths.ts";

/** Questions and answers. They share a name, so that the browser opens one at most. */
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
          {faqItems().map(({ question, answer }) => (
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
/** First month in which the set-up fee has paid off. */
const evenAfter = Math.ceil(
  (pounds(standard.setUp) - pounds(noSetup.setUp)) / (pounds(noSetup.monthly) - pounds(standard.monthly)),
);

/** All figures come from the product's constants; browsers from `docs/browsers.md`. */
const faqItems = (): { question: string; answer: ReactNode }[] => [
  {
    question: "What does Sayso do?",
    answer: `It gives your shop a page where customers record a short video about you. They open your link, talk for up to ${facts.recordingSeconds} seconds and press send. You get the video in your folder, and an email about it.`,
  },
  {
    question: "Do my customers need an app or an account?",
    answer:
      "No. The page opens in the browser they already have. They type their name and email, tick two consent boxes and send.",
  },
  {
    question: "Which devices does it work on?",
    answer:
      "It is made for phones, tablets and computers with a camera, from Chrome 99, Firefox 97 and Safari 15.4 on. Our tests record in Chromium, Firefox and WebKit, the engine of Safari, and imitate the cameras of iPhones and Android phones. A browser that cannot record offers an upload instead.",
  },
  {
    question: "How long can a video be?",
    answer: `A recording stops automatically after ${facts.recordingSeconds} seconds: long enough for one good story, short enough that people watch it to the end.`,
  },
  {
    question: "Can customers send a video they already have?",
    answer: `Yes, up to ${facts.longestUploadMinutes} minutes and ${facts.largestUploadMb} MB. They choose it on the same page and send it the same way.`,
  },
  {
    question: "What if someone does not like their first try?",
    answer:
      "They watch it before they send it, and record it again as often as they like. Nothing leaves their phone until they press submit.",
  },
  {
    question: "How do customers get to my page?",
    answer:
      "With a link, a QR code or a card for the counter that you print yourself. Your portal has all three, and an invitation that is ready to send.",
  },
  {
    question: "Can I ask for a written review as well?",
    answer:
      "Yes. Give us the link to your review page, on Google or elsewhere, and a button to it appears below the one for the video.",
  },
  {
    question: "Where do I find the videos?",
    answer: `In your cloud-drive folder, sorted by month and named after the customer. The email about each one has a link that plays it for ${facts.videoLinkDays} days.`,
  },
  {
    question: "How long do you keep the videos?",
    answer: `Delivered videos stay in your folder for up to ${facts.driveMonths} months. We email you ${facts.noticeDays} days before we delete them, so that you can download the ones you want to keep. We delete our own working copies within ${facts.temporaryDays} days.`,
  },
  {
    question: "May I use the videos in my marketing?",
    answer:
      "Yes, that is what they are for. Every customer agrees to it before sending, and we keep the wording they saw, with the time, beside the video.",
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
      "Open the video in your portal and delete it. The file goes, with the name and the email address. Please take down anything you have already posted.",
  },
  {
    question: "What is a video credit?",
    answer: `One processed video costs one credit, and both plans have ${facts.creditsPerMonth} a month. Unused credits expire when the new ones arrive; they do not roll over.`,
  },
  {
    question: "Which plan should I choose?",
    answer: `The ${noSetup.name} costs ${noSetup.setUp} to set up and ${noSetup.monthly} a month. The ${standard.name} costs ${standard.setUp} once and ${standard.monthly} a month, so it works out cheaper if you stay for ${evenAfter} months or more. The payment page shows any VAT before you pay.`,
  },
  {
    question: "How soon can I start?",
    answer: isOpen()
      ? `Today. You pay online and fill in a short form with your name and logo; your recording page is live as soon as you send it. Set-ups by hand take ${least}-${most} business days.`
      : `You cannot pay online yet. Write to us: we set your plan up with you, and your branded tool is delivered in ${least}-${most} business days.`,
  },
  {
    question: "Can I cancel, and what happens to my videos then?",
    answer: `Yes, at any time: there is no commitment. You keep access until the end of the month you have paid for by card, and for ${facts.daysAfterCancellation} more days to download everything; then the videos are deleted.`,
  },
  {
    question: "Can I try it, and who helps me if I am stuck?",
    answer: (
      <>
        <Link to={routes.demo} className={link}>
          Record a demo
        </Link>{" "}
        now: we send the video to your own email and delete it within {facts.demoHours} hours. For anything
        else <TextLink href={pageData.support_url}>write to us</TextLink>; we reply within{" "}
        {facts.supportHours} hours.
      </>
    ),
  },
];
