import { format } from "date-fns";
import { Link } from "react-router";
import titles from "#api/generated/titles.json";
import { company } from "#brand/company.ts";
import { useTitle } from "#lib/use-title.ts";
import { routes } from "#paths.ts";
import { PageShell } from "#ui/page-shell.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { LegalSection, Points } from "#areas/public/legal/legal-page.tsx";
import { BackLink, SiteHeader } from "#areas/public/site-header.tsx";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { rates } from "./rates.ts";

const TODAY = format(new Date(), "dd MMM yyyy");

export default function AffiliateTermsScreen() {
  useTitle(titles.affiliateTerms);
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <article className="mx-auto w-full max-w-[42rem] py-8 sm:py-14">
        <BackLink label="Partner programme" to={routes.partners} />
        <h1 className="mt-4 text-5xl sm:text-6xl">{titles.affiliateTerms}</h1>
        <p className="mt-4 text-muted">
          Last updated {TODAY}, in force since {rates.termsDate}
        </p>
        <div className="mt-12 flex flex-col gap-11">
          <LegalSection title="Program Overview">
            <p>
              Partners bring businesses to {company.product}, which is provided by {company.parent}, and earn
              a commission for each of them that subscribes. These terms are the agreement between the partner
              and {company.parent}.
            </p>
            <p>
              A client who buys with a partner’s promo code pays {rates.discount} less every month. Clients
              are credited to the partner whose code they used, otherwise to the one whose link they followed.
            </p>
          </LegalSection>
          <LegalSection title="Partner Levels">
            <Points>
              <li>Tier 1: a partner who applied without a sponsor.</li>
              <li>Tier 2: a partner whom another partner, the sponsor, brought into the programme.</li>
            </Points>
          </LegalSection>
          <LegalSection title="Commission Structure">
            <Points>
              <li>
                {rates.first} per month for each of the first {rates.clients} active, paying clients.
              </li>
              <li>
                {rates.second} per month for each further one, from the {rates.clients + 1}th. The first{" "}
                {rates.clients} stay at {rates.first}.
              </li>
              <li>
                A sponsor earns {rates.override} per month for each active client of the partners it sponsors.
              </li>
              <li>Set-up fees earn no commission.</li>
              <li>
                A client is active in a month for which it paid its subscription without a full refund. Months
                begin and end in UTC.
              </li>
              <li>A client’s cancellation ends the commission for that client.</li>
            </Points>
            <p>Rates are reviewed quarterly.</p>
          </LegalSection>
          <LegalSection title="Payment Terms">
            <Points>
              <li>
                We pay out monthly through a payment provider, some 5 business days after the client has paid:
                from the fifth business day of the next month.
              </li>
              <li>The minimum payout is {rates.minPayout}.</li>
              <li>Anything below that carries over to the next month.</li>
              <li>
                We deduct a later refund or dispute from your next commissions, and add to them any amount we
                find we still owe you.
              </li>
            </Points>
          </LegalSection>
          <LegalSection title="Partner Responsibilities">
            <Points>
              <li>Say that you are a partner wherever you recommend {company.product}.</li>
              <li>Describe the service as it is, with its real prices.</li>
              <li>Keep your sign-in details to yourself, and your payout details up to date.</li>
              <li>Pay the taxes on what you earn.</li>
            </Points>
          </LegalSection>
          <LegalSection title="Prohibited Activities">
            <Points>
              <li>Buying for yourself with your own promo code or link: it earns nothing.</li>
              <li>Messages to people who have not asked for them.</li>
              <li>Advertising under our name, or as if you were us.</li>
              <li>Publishing your promo code on voucher sites.</li>
              <li>Anything unlawful or misleading.</li>
            </Points>
          </LegalSection>
          <LegalSection title="Application & Approval">
            <p>
              Applications are reviewed in 1-2 business days. We may reject one without giving a reason; the
              same person may apply again.
            </p>
          </LegalSection>
          <LegalSection title="Termination">
            <p>
              Either side may end the partnership at any time. Commissions for active clients run on for{" "}
              {rates.daysAfterLeaving} days after that. If you break these terms, we may end it at once and
              keep any commission that the breach earned.
            </p>
          </LegalSection>
          <LegalSection title="Modifications">
            <p>
              We may change these terms, with 30 days’ notice by email. You may leave before they take effect.
            </p>
          </LegalSection>
          <LegalSection title="Privacy & Data">
            <p>
              You see the name, the email and the company of the clients you referred, and whether they count.
              Your statements also hold the dates behind each commission: when a client paid, failed to pay,
              was refunded or left. Your sponsor’s statements hold the same dates for your clients, without
              any name. Use all of it for this programme only. How we handle your data is in the{" "}
              <Link to={routes.privacy} className="underline decoration-control underline-offset-4">
                Privacy Policy
              </Link>
              .
            </p>
          </LegalSection>
          <LegalSection title="Liability">
            <p>
              We run the programme with reasonable skill and care. Our liability to you is limited to the
              commissions of the last three months. Nothing in these terms limits liability that the law does
              not allow to be limited.
            </p>
          </LegalSection>
          <LegalSection title="Contact">
            <p>
              Write to <TextLink href={`mailto:${company.partnersEmail}`}>{company.partnersEmail}</TextLink>.
            </p>
          </LegalSection>
        </div>
      </article>
    </PageShell>
  );
}
