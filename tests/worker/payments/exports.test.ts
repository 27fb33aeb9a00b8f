// Files for an accountant: what moved the balance at Stripe, and what partners have earned.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { business } from "../../support/people/owner/business.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import type { PaymentWorld } from "../../support/people/owner/payments.ts";
import { call } from "../../support/people/owner/users.ts";
import { MONTH, OWED, payoutCalls, startPayoutWorld } from "../../support/people/partner/payouts.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPayoutWorld();
});
after(() => world.close());
const { connected, pay, reaches, transfersOf } = payoutCalls(() => world);

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const DAY_MS = 86_400_000;

/** The rows of an export by their columns; every cell is quoted, or a number. */
async function exported(file: string, from: string, to: string) {
  const answer = await call(world.sayso, "GET", `/api/admin/${file}.csv?from=${from}&to=${to}`, {
    cookie: await world.admin(),
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.match(answer.headers.get("content-disposition") ?? "", new RegExp(`${from}-to-${to}\\.csv`));
  const [head = [], ...rows] = (await answer.text())
    .replace("\u{feff}", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(",").map((cell) => cell.replaceAll(/^"|"$/g, "")));
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""])));
}
const today = () => exported("money", day(Date.now() - DAY_MS), day(Date.now() + DAY_MS));

test("BIL11 COM24 every movement of the balance is a row with its name, and the rows sum to the balance", async () => {
  const shop = await business(world, "noSetup");
  const unhappy = await business(world);
  for (const [{ id }, name] of [
    [shop, "Blue Door Bakery"],
    [unhappy, "Red Door Bakery"],
  ] as const)
    await world.sayso.change("UPDATE clients SET company_name = ? WHERE id = ?", name, id);
  const charge = async (customer: string) => {
    const [found] = (await world.api.charges.list({ customer })).data;
    return String(found?.id);
  };
  await world.api.refunds.create({ charge: await charge(shop.customer), amount: 900 });
  const lost = world.stripe.dispute(await charge(unhappy.customer));
  const buyer = await addClient(world.sayso, { email: "counter@shop.example", company_name: "Corner Shop" });
  const cookie = await world.owner(buyer.id);
  const billing = await (
    await call(world.sayso, "GET", `/api/client/${buyer.id}/billing`, { cookie })
  ).json();
  await world.pay(billing.top_up.url, { email: buyer.email });
  const found = await connected();
  const paid = await pay(found);
  await reaches(paid.id, "sent");
  const [transfer] = await transfersOf(paid.id);
  await world.api.transfers.createReversal(String(transfer?.id), { amount: 500 });
  await world.settled();

  const rows = await today();
  const kinds = (name: string) =>
    rows.filter((row) => row["Name"] === name).map((row) => [row["Kind"], row["Net"]]);
  assert.deepEqual(kinds("Blue Door Bakery").toSorted(), [
    ["payment", "39.00"],
    ["refund", "-9.00"],
  ]);
  assert.deepEqual(kinds("Red Door Bakery").toSorted(), [
    ["dispute", "-228.00"],
    ["payment", "228.00"],
  ]);
  assert.deepEqual(kinds("Corner Shop"), [["payment", "15.00"]]);
  const payouts = rows.filter((row) => row["Reference"] === paid.id).map((row) => [row["Kind"], row["Net"]]);
  assert.deepEqual(payouts.toSorted(), [
    ["payout taken back", "5.00"],
    ["payout to a partner", `-${OWED / 100}.00`],
  ]);

  const pence = (all: Record<string, string>[]) =>
    all.reduce((sum, row) => sum + Math.round(Number(row["Net"]) * 100), 0);
  const balance = async () => (await world.api.balance.retrieve()).available[0]?.amount;
  assert.equal(pence(rows), await balance());
  world.stripe.closeDispute(lost.id, "won");
  const won = await today();
  assert.equal(won.filter((row) => row["Kind"] === "dispute won").length, 1);
  assert.equal(pence(won), await balance());
  assert.deepEqual(await exported("money", "2020-01-01", "2020-12-30"), [], "other days");
});

test("COM24 commissions are a row each, with their partner, state and payout", async () => {
  const found = await connected();
  const paid = await pay(found);
  await reaches(paid.id, "sent");
  const begin = day(MONTH.getTime());
  const rows = (await exported("commissions", begin, begin)).filter((row) => row["Payout"] === paid.id);
  assert.deepEqual(
    rows.map((row) => [row["Month"], row["Kind"], row["Clients"], row["Rate"], row["Amount"], row["Status"]]),
    [[begin.slice(0, 7), "direct", "7", "5.00", `${OWED / 100}.00`, "paid"]],
  );
});

test("COM24 an export with refunds of too many earlier payments is refused, and says what to do", async () => {
  const shop = await business(world, "noSetup");
  const [found] = (await world.api.charges.list({ customer: shop.customer })).data;
  const refund = await world.api.refunds.create({ charge: String(found?.id), amount: 100 });
  await world.settled();
  const { store } = world.stripe;
  const [charge, back] = [store.find("charge", found?.id), store.find("refund", refund.id)];
  assert.ok(charge && back);
  const planted = Array.from({ length: 501 }, (_, index) => index);
  for (const index of planted) {
    store.put("charge", { ...charge, id: `ch_3old${index}`, created: charge.created - 30 * 86_400 });
    store.put("refund", { ...back, id: `re_3old${index}`, charge: `ch_3old${index}`, amount: 1 });
  }
  const asked = () =>
    world.stripe.requests.filter(({ path }) => path.startsWith("/v1/charges/ch_3old")).length;
  const range = `from=${day(Date.now() - DAY_MS)}&to=${day(Date.now() + DAY_MS)}`;
  const get = async () =>
    call(world.sayso, "GET", `/api/admin/money.csv?${range}`, { cookie: await world.admin() });
  try {
    const answer = await get();
    assert.equal(answer.status, 400);
    assert.match(((await answer.json()) as { error: string }).error, /Please choose a shorter range\.$/);
    assert.equal(asked(), 0, "nothing is asked for in vain");
    for (const index of planted.slice(3)) store.remove("refund", `re_3old${index}`);
    const rows = await today();
    assert.equal(rows.filter((row) => row["Net"] === "-0.01").length, 3);
    assert.equal(asked(), 3, "each is asked for once");
  } finally {
    for (const index of planted) {
      store.remove("charge", `ch_3old${index}`);
      store.remove("refund", `re_3old${index}`);
    }
  }
});

test("COM24 an export without a range, or of more than a year, is refused with a reason", async () => {
  for (const range of [
    "",
    "?from=2026-01-01",
    "?from=2026-02-01&to=2026-01-01",
    "?from=2025-01-01&to=2026-02-01",
  ]) {
    const answer = await call(world.sayso, "GET", `/api/admin/money.csv${range}`, {
      cookie: await world.admin(),
    });
    assert.equal(answer.status, 400, range);
  }
});
