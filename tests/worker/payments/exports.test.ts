// Exports for an accountant: Stripe's balance transactions, and partners' commissions.
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
const { connected, partner, pay, reaches, settle, transfersOf } = payoutCalls(() => world);

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
  await world.eventsApplied();

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

test("commissions of every month that has a day of the range are in its file (COM24)", async () => {
  const found = await connected();
  const paid = await pay(found);
  await reaches(paid.id, "sent");
  const middle = MONTH.getTime() + 14 * DAY_MS;
  const rows = await exported("commissions", day(middle), day(middle + 31 * DAY_MS));
  assert.equal(rows.filter((row) => row["Payout"] === paid.id).length, 1);
});

test("a payout by hand has a row and a column of its own, beside the sums of Stripe (COM24)", async () => {
  const found = await partner();
  const { id } = await pay(found, "manual");
  const rows = await today();
  const [row, ...more] = rows.filter((one) => one["Reference"] === id);
  assert.equal(more.length, 0);
  assert.deepEqual(
    [row?.["Kind"], row?.["Amount"], row?.["Net"], row?.["Outside Stripe"]],
    ["payout by hand", "", "", `-${OWED / 100}.00`],
  );
  const net = rows.reduce((sum, one) => sum + Math.round(Number(one["Net"]) * 100), 0);
  assert.equal(net, (await world.api.balance.retrieve()).available[0]?.amount);

  const failed = await connected();
  const payout = await pay(failed);
  await reaches(payout.id, "sent");
  const [transfer] = await transfersOf(payout.id);
  await world.api.transfers.createReversal(String(transfer?.id));
  await world.sayso.change(
    "UPDATE payouts SET checked_at = checked_at - ? WHERE id = ?",
    2 * DAY_MS,
    payout.id,
  );
  await world.sayso.schedule(new Date(), "2 * * * *");
  await reaches(payout.id, "failed");
  await settle(payout.id, "manual", "by bank");
  const payoutRows = (await today()).filter((one) => one["Reference"] === payout.id);
  assert.deepEqual(payoutRows.map((one) => one["Kind"]).toSorted(), [
    "payout by hand",
    "payout taken back",
    "payout to a partner",
  ]);
});

test("a purchase with a typed address names nobody until it is known whose it is (COM24)", async () => {
  const client = await addClient(world.sayso, { company_name: "Green Door Bakery" });
  const topUp = await world.sayso.row(
    "SELECT setting_value AS url FROM admin_settings WHERE setting_key = 'payment_link_top_up'",
  );
  await world.purchase("noSetup", { email: client.email });
  // A guest's purchases are told apart by email and second.
  await world.stripe.advanceTo(new Date((world.stripe.now() + 2) * 1000));
  await world.pay(String(topUp?.url), { email: client.email });
  await world.eventsApplied();
  const names = async () =>
    (await today())
      .filter((row) => row["Email"] === client.email)
      .map((row) => [row["Net"], row["Name"]])
      .toSorted();
  assert.deepEqual(await names(), [
    ["15.00", ""],
    ["39.00", ""],
  ]);
  const bought = await world.sayso.row("SELECT id FROM top_ups WHERE email = ?", client.email);
  await call(world.sayso, "POST", `/api/admin/top-ups/${bought?.id}/client`, {
    cookie: await world.admin(),
    body: { client_id: client.id },
  });
  assert.deepEqual(await names(), [
    ["15.00", "Green Door Bakery"],
    ["39.00", ""],
  ]);
});

test("COM24 an export with refunds of too many earlier payments is refused, and says what to do", async () => {
  const shop = await business(world, "noSetup");
  const [found] = (await world.api.charges.list({ customer: shop.customer })).data;
  const refund = await world.api.refunds.create({ charge: String(found?.id), amount: 100 });
  await world.eventsApplied();
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
