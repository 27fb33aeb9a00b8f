// The pages of the double, by their address.
import type { Answer, Call } from "../double-http.ts";
import { answerAuthentication } from "./pages/authentication-page.ts";
import { answerConnect } from "./pages/connect-page.ts";
import { answerControls } from "./pages/controls-page.ts";
import { notFound, STYLE } from "./pages/html.ts";
import { answerInvoice, answerReceipt } from "./pages/invoice-page.ts";
import { answerSession, visitLink } from "./pages/payment-page.ts";
import { answerPortal } from "./pages/portal-page.ts";
import type { World } from "./world.ts";

/** Serves the double's pages. */
export function answerPage(world: World, call: Call): Answer {
  const { store } = world;
  const [, area = "", id = ""] = call.path.split("/");
  if (call.path === "/") return answerControls(world, call);
  if (call.path === "/style.css")
    return { status: 200, headers: { "content-type": "text/css; charset=utf-8" }, body: STYLE };
  if (area === "pay") {
    const link = store.find("payment_link", id);
    const session = store.find("checkout.session", id);
    if (link) return visitLink(world, link, call);
    if (session) return answerSession(world, session, call);
  }
  const intent = area === "authenticate" ? store.find("payment_intent", id) : undefined;
  if (intent) return answerAuthentication(world, intent, call);
  if (area === "portal") {
    const session = store.all("billing_portal.session").find(({ secret }) => secret === id);
    if (session) return answerPortal(world, session, call);
  }
  if (area === "connect") {
    const link = store.all("account_link").find(({ secret }) => secret === id);
    if (link) return answerConnect(world, link, call);
  }
  const charge = area === "receipt" ? store.find("charge", id) : undefined;
  if (charge?.paid) return answerReceipt(charge);
  const invoice = area === "invoice" ? store.find("invoice", id) : undefined;
  return invoice && invoice.status !== "draft" ? answerInvoice(world, invoice, call) : notFound();
}
