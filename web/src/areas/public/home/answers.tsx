import type { ReactNode } from "react";
import { Link } from "react-router";
import { pageData } from "../../../api/page-data.ts";
import { routes } from "../../../paths.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { facts } from "../facts.ts";

const { standard, noSetup } = facts.plans;
const { least, most } = facts.deliveryDays;
const link = "underline decoration-control underline-offset-4 hover:decoration-ink";

const pounds = (price: string) => Number(price.replace("£", ""));
/** From this month on the set-up of the one plan has paid for itself. */
const evenAfter = Math.ceil(
  (pounds(standard.setUp) - pounds(noSetup.setUp)) / (pounds(noSetup.monthly) - pounds(standard.monthly)),
);

/** What shops ask. Every figure comes from the constants that the product works by. */
export const answers: { question: string; answer: ReactNode }[] = [
  {
    question: "What does Sayso do?",
    answer: `It gives your shop a page where customers record a short video about you. They open your link, talk for up to ${facts.recordingSeconds} seconds and press send. You get the video in your folder and an email that says so.`,
  },
  {
    question: "Do my customers need an app or an account?",
    answer:
      "No. The page opens in the browser they already have. They type their name and email, tick two boxes about consent, and that is it.",
  },
  {
    question: "Which devices does it work on?",
    answer:
      "iPhones, Android phones, tablets and computers with a camera. Where a browser cannot record, the page says so and offers to take a video from the device instead.",
  },
  {
    question: "How long can a video be?",
    answer: `A recording ends by itself after ${facts.recordingSeconds} seconds. That is long enough for one good story, and short enough that people watch it.`,
  },
  {
    question: "Can customers send a video they already have?",
    answer: `Yes, up to ${facts.longestUploadMinutes} minutes and ${facts.largestUploadMb} MB. They choose it on the same page and send it the same way.`,
  },
  {
    question: "What if somebody does not like their first try?",
    answer:
      "They watch it before they send it and record it again as often as they like. Nothing leaves their phone until they press submit.",
  },
  {
    question: "How do customers get to my page?",
    answer:
      "By a link, by a QR code, or by a card for the counter that you print yourself. Your portal has all three, and the words for an invitation too.",
  },
  {
    question: "Can I ask for a written review as well?",
    answer:
      "Yes. Give us the address of your review page, on Google or elsewhere, and a button to it stands below the one for the video.",
  },
  {
    question: "Where do the videos end up?",
    answer: `In your cloud-drive folder, sorted by month and named after the customer. The email about each one has a link that plays it for ${facts.videoLinkDays} days.`,
  },
  {
    question: "How long do you keep the videos?",
    answer: `Delivered videos stay in your folder for up to ${facts.driveMonths} months. Download the ones you want to keep for longer. Our own working copies are gone within ${facts.temporaryDays} days.`,
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
        Videos are encrypted on the way and where they are stored, links to them are private and expire, and
        consent is recorded with every one. The{" "}
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
      "Open the video in your portal and erase it. The file goes, and so do the name and the email address. Please take down what you have already posted.",
  },
  {
    question: "What is a video credit?",
    answer: `One processed video costs one credit, and both plans have ${facts.creditsPerMonth} a month. Credits that are left lapse when the new ones come; they do not roll over.`,
  },
  {
    question: "Which plan should I choose?",
    answer: `The ${noSetup.name} costs ${noSetup.setUp} to set up and ${noSetup.monthly} a month. The ${standard.name} costs ${standard.setUp} once and ${standard.monthly} a month, so it is the cheaper one if you stay for ${evenAfter} months or more.`,
  },
  {
    question: "How soon can I start?",
    answer: `You pay, you fill in a short form with your name and logo, and your branded tool is delivered in ${least}-${most} business days.`,
  },
  {
    question: "Can I cancel, and what happens to my videos then?",
    answer: `Any time, there is no commitment. You keep access for ${facts.daysAfterCancellation} more days, time to download everything; then the videos are deleted.`,
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
