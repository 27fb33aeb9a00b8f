import { useEffect } from "react";
import { LoadingScreen } from "../../../ui/spinner.tsx";
import { prepareToastsSoon } from "../../../ui/toast.ts";
import { useTitle } from "../../../ui/use-title.ts";
import { SiteFooter } from "../site-footer.tsx";
import { SiteHeader } from "../site-header.tsx";
import { Blurbs } from "./blurbs.tsx";
import { DemoVideo } from "./demo-video.tsx";
import { Hero } from "./hero.tsx";
import "./home.css";
import { Pricing } from "./pricing.tsx";
import { Questions } from "./questions.tsx";
import { Quotes } from "./quotes.tsx";
import { Screens } from "./screens.tsx";
import { column } from "./section.tsx";
import { cameFromElsewhere } from "./settings.ts";
import { SignUpCard } from "./sign-up-card.tsx";
import { Steps } from "./steps.tsx";
import { Testimonials } from "./testimonials.tsx";
import { useFragment } from "./use-fragment.ts";

const elsewhere = cameFromElsewhere();

export default function HomeScreen() {
  useEffect(() => {
    if (elsewhere) location.reload();
  }, []);
  return elsewhere ? <LoadingScreen /> : <Home />;
}

function Home() {
  useTitle("Sayso: video testimonials from your customers");
  useFragment();
  useEffect(prepareToastsSoon, []);
  return (
    <>
      <header className={`${column} py-5`}>
        <SiteHeader />
      </header>
      <main>
        <Hero />
        <DemoVideo />
        <SignUpCard />
        <Screens />
        <Blurbs />
        <Steps />
        <Quotes />
        <Testimonials />
        <Pricing />
        <Questions />
      </main>
      <footer className="border-t border-hairline">
        <div className={`${column} py-8 text-sm text-muted`}>
          <SiteFooter />
        </div>
      </footer>
    </>
  );
}
