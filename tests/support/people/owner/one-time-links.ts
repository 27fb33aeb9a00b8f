// Reset and invitation emails, and the one-time links in them.
import assert from "node:assert/strict";
import { call, linkIn, type Area, type User } from "./users.ts";
import { runJobs, until, type Sayso } from "../../runtime/worker.ts";

export function oneTimeLinks(sayso: () => Sayso) {
  let addresses = 0;
  /** A new address for each test, because an address may request ten emails a day. */
  const somewhere = () => ({ "cf-connecting-ip": `198.18.0.${(addresses += 1)}` });
  /** The /64 networks of a household, one after the other. */
  const networks = () => {
    const household = `2001:db8:${(addresses += 1).toString(16)}`;
    let network = 0;
    return () => ({ "cf-connecting-ip": `${household}:${(network += 1).toString(16)}::1` });
  };
  const mailsTo = async (email: string) =>
    (await sayso().mails()).filter((mail) => [mail.to].flat().includes(email));
  const mailTo = (email: string, subject: RegExp) =>
    until("the mail", async () => (await mailsTo(email)).findLast((mail) => subject.test(mail.subject)));

  const reset = (email: string, area: Area = "client", headers = somewhere()) =>
    call(sayso(), "POST", "/api/auth/reset", { body: { area, email }, headers });
  const open = (token: string, cookie?: string) =>
    call(sayso(), "POST", "/api/auth/link", { body: { token }, ...(cookie ? { cookie } : {}) });
  const setPassword = (cookie: string, password: string) =>
    call(sayso(), "POST", "/api/auth/password", { cookie, body: { password } });
  const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code;

  /** The token of a new reset email. */
  async function resetToken(user: User, area: Area = "client") {
    const earlier = new Set((await mailsTo(user.email)).map((mail) => mail.text));
    assert.equal((await reset(user.email, area)).status, 200);
    await runJobs(sayso(), { mailsTo: user.email });
    const fresh = async () => (await mailsTo(user.email)).find((mail) => !earlier.has(mail.text));
    return linkIn(await until("the mail", fresh));
  }
  return { somewhere, networks, mailsTo, mailTo, reset, open, setPassword, codeOf, resetToken };
}
