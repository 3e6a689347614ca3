import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createCarrierAccount } from "#domain/carriers/carrier-accounts/operations/create-carrier-account.ts";
import { updateCarrierAccount } from "#domain/carriers/carrier-accounts/operations/update-carrier-account.ts";
import { getWallet } from "#domain/money/wallets/operations/get-wallet.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { runDue } from "#operation/due/run-due.ts";
import { resumeExternalCalls } from "#operation/external/external-calls.ts";
import type { TrackState } from "#providers/carriers/port.ts";
import { type Behaviour, createFlakyCarrier, type FlakyCarrier } from "#tests/support/flaky-carrier.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { cancelPickup } from "./operations/cancel-pickup.ts";
import { cancelShippingLabel } from "./operations/cancel-shipping-label.ts";
import { endOfDay } from "./operations/end-of-day.ts";
import { getShippingDetail } from "./operations/get-shipping-detail.ts";
import { listManifests } from "./operations/list-manifests.ts";
import { listPickups } from "./operations/list-pickups.ts";
import { purchaseLabel } from "./operations/purchase-label.ts";
import { quoteAndShip } from "./operations/quote-and-ship.ts";
import { rateLabels } from "./operations/rate-labels.ts";
import { schedulePickup } from "./operations/schedule-pickup.ts";
import { submitLabelOrder } from "./operations/submit-label-order.ts";
import { submitShippingInformation } from "./operations/submit-shipping-information.ts";

const service = await testService();
service.freezeClock();
const vendors = service.runtime.providers.carriers;

const MONEY = 10_000_000;
const FROM = { name: "Hub", line1: "SIA 3", city: "Brasília", postal_code: "71200-030", country: "BR" };
const TO = { name: "Clara Dias", line1: "Rua A 1", city: "Goiânia", postal_code: "74000-000", country: "BR" };
const shipment = (packages = 1) => ({
  ship_from: FROM,
  ship_to: TO,
  packages: [{ weight_g: 800, quantity: packages }],
});

/** A customer with money, at a business whose only carrier is this flaky one; it adds 10 % to what that charges. */
async function shipper(options: Parameters<typeof createFlakyCarrier>[0] = {}) {
  const business = await service.business();
  const flaky = createFlakyCarrier(options);
  const api_key = `key_${business.code}_0123456789`;
  const before = service.runtime.providers.carriers;
  service.runtime.providers = {
    ...service.runtime.providers,
    carriers: flaky.vendors(before ?? vendors, api_key),
  };
  const admin = business.as("client_admin");
  const { carrier_account_id } = await admin(createCarrierAccount, {
    code: "flaky",
    kind: "gateway",
    name: "Flaky",
    api_key,
    base_url: "https://127.0.0.1:9",
    markups: [{ percent: 10 }],
  });
  const { id: customer_id, person } = await business.customer();
  await admin(topUpWallet, { customer_id, amount_minor: MONEY, method: "cash" });
  const rate = async (packages = 1) => {
    const { rates } = await person.call(rateLabels, { ...shipment(packages), carrier_accounts: ["flaky"] });
    assert.ok(rates[0], "no rate");
    return rates[0];
  };
  return {
    business,
    admin,
    flaky,
    carrier_account_id,
    person,
    rate,
    wallet: async () => {
      const { wallet } = await admin(getWallet, { customer_id });
      return { balance_minor: wallet.balance_minor, held_minor: wallet.held_minor };
    },
    buy: async (packages = 1) => {
      const { rate_id } = await rate(packages);
      return (await person.call(submitLabelOrder, { rate_id })).label_order;
    },
    detail: async (label_order_id: number) =>
      (await person.call(getShippingDetail, { label_order_id })).label_order,
  };
}

/** What jobs do in the next minutes. */
async function pass(milliseconds: number): Promise<void> {
  service.advance(milliseconds);
  await runDue(service.runtime);
  for (const job of [
    "reconcile-label",
    "check-late-purchase",
    "check-manifest",
    "track-label",
    "reconcile-pickup",
  ])
    await runQueued(service, job);
}

const heldBy = (flaky: FlakyCarrier) =>
  flaky.purchases().flatMap(({ packages }) => packages.filter(({ state }) => state === "bought"));

test("carriers are asked at once; one that fails and one that is slow are named beside the rates", async () => {
  const s = await shipper();
  const slow = createFlakyCarrier();
  slow.slow_ms = 60_000;
  const before = service.runtime.providers.carriers;
  service.runtime.providers = {
    ...service.runtime.providers,
    carriers: slow.vendors(before, "key_slow_0123456789"),
  };
  await s.admin(createCarrierAccount, {
    code: "slow",
    kind: "gateway",
    name: "Slow",
    api_key: "key_slow_0123456789",
    base_url: "https://127.0.0.1:9",
  });
  s.flaky.next("rate", "unreachable");
  const { rates, faults } = await s.admin(rateLabels, { ...shipment(), wait_s: 1 });
  assert.deepEqual([...new Set(rates.map(({ carrier_account }) => carrier_account))], ["house"]);
  assert.deepEqual(faults.map(({ carrier_account, code }) => [carrier_account, code]).sort(), [
    ["flaky", "UNREACHABLE"],
    ["slow", "timeout"],
  ]);
});

test("a refused purchase says why and releases what was held; the label can be bought at another rate", async () => {
  const s = await shipper();
  s.flaky.next("buy", "refuses", "changes_price", "unreachable");
  for (const [code, kind] of [
    ["carrier_refused", 422],
    ["rate_changed", 409],
    ["carrier_unavailable", 503],
  ] as const) {
    const refusal = await catchRefusal(s.buy());
    assert.deepEqual([refusal.code, refusal.status], [code, kind]);
    assert.deepEqual(await s.wallet(), { balance_minor: MONEY, held_minor: 0 });
  }
  s.flaky.next("buy", "refuses");
  const refusal = await catchRefusal(s.buy());
  assert.match(refusal.message, /The address is not served/);
  const label_order_id = Number(refusal.extra?.["label_order_id"]);
  assert.equal((await s.detail(label_order_id)).state, "LABEL_PURCHASE_FAILED");
  const { rate_id } = await s.rate();
  const { label_order } = await s.person.call(purchaseLabel, { label_order_id, rate_id });
  assert.equal(label_order.state, "LABEL_READY");
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY - 1100, held_minor: 0 });
  const again = await catchRefusal(s.person.call(purchaseLabel, { label_order_id, rate_id }));
  assert.equal(again.code, "not_failed");
});

test("a lost answer leaves the purchase pending with its money held, until the carrier says that it sold it", async () => {
  const s = await shipper();
  s.flaky.next("buy", "loses_answer");
  const pending = await s.buy();
  assert.equal(pending.state, "PURCHASING");
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY - 1100, held_minor: 1100 });
  s.flaky.next("find", "unreachable");
  await pass(5 * 60_000);
  assert.equal((await s.detail(pending.id)).state, "PURCHASING");
  await pass(30 * 60_000);
  assert.equal((await s.detail(pending.id)).state, "LABEL_READY");
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY - 1100, held_minor: 0 });
  assert.equal(s.flaky.calls("buy"), 1);
});

test("a purchase that never arrived fails; one that arrives after it was given up is cancelled at the carrier", async () => {
  const s = await shipper();
  s.flaky.next("buy", "loses_request", "late");
  const [lost, late] = [await s.buy(), await s.buy()];
  await pass(6 * 60_000);
  for (const { id: label_order_id } of [lost, late]) {
    const { state, failure } = await s.detail(label_order_id);
    assert.deepEqual([state, failure?.failure], ["LABEL_PURCHASE_FAILED", "absent"]);
  }
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY, held_minor: 0 });
  s.flaky.deliverLate();
  assert.equal(heldBy(s.flaky).length, 1);
  await pass(2 * 3_600_000);
  assert.equal(heldBy(s.flaky).length, 0);
  const kinds = (await s.business.readEvents("label", late.id)).map(({ kind }) => kind);
  assert.equal(kinds.at(-1), "label.late_purchase_cancelled");
});

test("a purchase that is refused when a worker repeats it is cancelled at the carrier where the first call arrives after all", async () => {
  const s = await shipper();
  s.flaky.next("buy", "cut_off", "refuses");
  const { id } = await s.buy();
  service.advance(61_000);
  await resumeExternalCalls(service.runtime);
  const { state, failure } = await s.detail(id);
  assert.deepEqual([state, failure?.failure], ["LABEL_PURCHASE_FAILED", "request_refused"]);
  s.flaky.deliverLate();
  assert.equal(heldBy(s.flaky).length, 1);
  await pass(2 * 3_600_000);
  assert.equal(heldBy(s.flaky).length, 0);
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY, held_minor: 0 });
});

test("cancelled while its purchase is under way, a label is voided as soon as it is known to be sold", async () => {
  const s = await shipper();
  s.flaky.next("buy", "loses_answer", "loses_request");
  const [sold, unsold] = [await s.buy(), await s.buy()];
  for (const { id: label_order_id } of [sold, unsold]) {
    const { label_order } = await s.person.call(cancelShippingLabel, { label_order_id });
    assert.deepEqual([label_order.state, label_order.cancel_requested], ["PURCHASING", true]);
  }
  await pass(6 * 60_000);
  await pass(6 * 60_000);
  assert.equal((await s.detail(sold.id)).state, "VOIDED");
  assert.equal((await s.detail(unsold.id)).state, "CANCELLED");
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY, held_minor: 0 });
  assert.equal(heldBy(s.flaky).length, 0);
});

test("a void whose answer is lost stays pending, and is voided when the carrier says so; one that it refuses keeps the label", async () => {
  const s = await shipper();
  const [lost, kept_label] = [await s.buy(), await s.buy()];
  s.flaky.next("cancel", "loses_answer", "refuses");
  const answer = await s.person.call(cancelShippingLabel, { label_order_id: lost.id });
  assert.deepEqual([answer.pending, answer.label_order.state], [true, "VOID_PENDING"]);
  const refusal = await catchRefusal(s.person.call(cancelShippingLabel, { label_order_id: kept_label.id }));
  assert.equal(refusal.code, "carrier_refused");
  assert.equal((await s.detail(kept_label.id)).state, "VOID_REJECTED");
  await pass(5 * 60_000);
  assert.equal((await s.detail(lost.id)).state, "VOIDED");
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY - 1100, held_minor: 0 });
});

test("of three packages one is voided alone: its part of the price goes back, and the others stay", async () => {
  const s = await shipper();
  const { id: label_order_id } = await s.buy(3);
  const bought = await s.detail(label_order_id);
  const paid = bought.packages.map(({ price_minor }) => price_minor ?? 0);
  assert.equal(
    paid.reduce((sum, part) => sum + part, 0),
    bought.shipping_price,
  );
  const tracking_number = bought.packages[1]?.tracking_number ?? "";
  const { label_order } = await s.person.call(cancelShippingLabel, { tracking_number });
  assert.equal(label_order.state, "LABEL_READY");
  assert.deepEqual(
    label_order.packages.map(({ state }) => state),
    ["bought", "voided", "bought"],
  );
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY - 3300 + (paid[1] ?? 0), held_minor: 0 });
  const cancellation = await s.person.call(cancelShippingLabel, { label_order_id });
  assert.equal(cancellation.label_order.state, "VOIDED");
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY, held_minor: 0 });

  const rigid = await shipper({ voids_packages: false });
  const { packages } = await rigid.buy(2).then(({ id }) => rigid.detail(id));
  const alone = { tracking_number: packages[0]?.tracking_number ?? "" };
  assert.equal((await catchRefusal(rigid.person.call(cancelShippingLabel, alone))).code, "package_not_alone");
});

test("the end of the day submits every open label once, however often and however parallel it is called", async () => {
  const s = await shipper();
  const labels = await Promise.all([s.buy(), s.buy(), s.buy(), s.buy()]);
  const [first] = labels;
  const submitted = await s.admin(submitShippingInformation, { label_order_id: first?.id ?? 0 });
  assert.equal(submitted.label_order.state, "INFO_SUBMITTED");
  s.flaky.next("manifest", "loses_answer");
  const answers = await Promise.all([s.admin(endOfDay, {}), s.admin(endOfDay, {}), s.admin(endOfDay, {})]);
  assert.ok(answers.some(({ manifests }) => manifests.some(({ label_count }) => label_count === 4)));
  await pass(5 * 60_000);
  const rows = await service.system.rows<{ state: string; manifest_id: number }>(
    "select state, manifest_id from label_order where business_id = $1",
    [s.business.id],
  );
  assert.deepEqual(
    rows.map(({ state }) => state),
    Array.from({ length: 4 }, () => "MANIFESTED"),
  );
  assert.equal(new Set(rows.map(({ manifest_id }) => manifest_id)).size, 1);
  const manifests = await service.system.rows("select id from label_manifest where business_id = $1", [
    s.business.id,
  ]);
  assert.equal(manifests.length, 1, "one call found the labels, the others none");
  assert.equal(new Set(s.flaky.purchases().map(({ manifest_reference }) => manifest_reference)).size, 1);
  assert.deepEqual(await s.admin(endOfDay, {}), {
    result: true,
    pending: false,
    manifests: [],
    label_count: 0,
  });
  // On a manifest it is refunded instead of voided.
  const { label_order } = await s.person.call(cancelShippingLabel, {
    label_order_id: first?.id ?? 0,
  });
  assert.equal(label_order.state, "REFUNDED");
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY - 3 * 1100, held_minor: 0 });
});

/** In three days, from nine to noon. */
const collection = () => ({
  date: addDays(service.now().toISOString().slice(0, 10), 3),
  window_start: "09:00",
  window_end: "12:00",
});

test("a pickup of the day's manifest is scheduled once, however parallel, and found again when its answer is lost", async () => {
  const s = await shipper();
  const labels = await Promise.all([s.buy(), s.buy(2)]);
  const { manifests: created_manifests } = await s.admin(endOfDay, {});
  const manifest_ids = created_manifests.map(({ id }) => id);
  const offered = async () =>
    (await s.admin(listManifests, {})).manifests.map(({ can_schedule_pickup }) => can_schedule_pickup);
  assert.deepEqual(await offered(), [true]);

  s.flaky.next("schedulePickup", "loses_answer");
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => s.admin(schedulePickup, { manifest_ids, ...collection() })),
  );
  const [first, ...more] = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  assert.equal(more.length, 0);
  for (const one of outcomes)
    if (one.status === "rejected") assert.equal(one.reason.code, "nothing_to_collect");
  assert.partialDeepStrictEqual(first, {
    pending: true,
    pickup: { state: "pending", is_unconfirmed: true, label_count: 2, package_count: 3, weight_g: 2400 },
  });
  assert.deepEqual(await offered(), [false]);

  s.flaky.next("findPickup", "unreachable");
  await pass(5 * 60_000);
  const listed = async () => (await s.admin(listPickups, {})).pickups;
  assert.partialDeepStrictEqual(await listed(), [{ state: "pending", confirmation: null }]);
  await pass(30 * 60_000);
  assert.partialDeepStrictEqual(await listed(), [
    {
      state: "scheduled",
      confirmation: "C1",
      charge_minor: 250,
      place: { line1: FROM.line1 },
      failure: null,
    },
  ]);
  assert.deepEqual([s.flaky.calls("schedulePickup"), s.flaky.pickups().length], [1, 1]);
  const label_order_ids = labels.map(({ id }) => id);
  const again = await catchRefusal(s.admin(schedulePickup, { label_order_ids, ...collection() }));
  assert.deepEqual([again.code, again.errors?.length], ["not_collectable", 2]);
});

test("a pickup that the carrier refuses or never receives fails and frees its labels; one that arrives late is cancelled there", async () => {
  const s = await shipper();
  const { id } = await s.buy();
  const order = { label_order_ids: [id], ...collection() };
  s.flaky.next("schedulePickup", "refuses", "unreachable", "late");
  for (const [code, status] of [
    ["carrier_refused", 422],
    ["carrier_unavailable", 503],
  ] as const) {
    const refusal = await catchRefusal(s.admin(schedulePickup, order));
    assert.deepEqual([refusal.code, refusal.status, refusal.extra?.["state"]], [code, status, "failed"]);
  }
  const { pickup: late } = await s.admin(schedulePickup, order);
  assert.equal(late.state, "pending");
  await pass(6 * 60_000);
  const { pickups } = await s.admin(listPickups, { state: "failed" });
  assert.deepEqual(
    pickups.map(({ failure, can_cancel }) => [failure, can_cancel]),
    [
      ["absent", false],
      ["unreachable", false],
      ["request_refused", false],
    ],
  );
  const { pickup: next } = await s.admin(schedulePickup, order);
  assert.equal(next.state, "scheduled");
  s.flaky.deliverLate();
  await pass(2 * 3_600_000);
  assert.deepEqual(
    s.flaky
      .pickups()
      .map(({ state }) => state)
      .sort(),
    ["cancelled", "scheduled"],
  );
  const kinds = (await s.business.readEvents("label_pickup", late.id)).map(({ kind }) => kind);
  assert.equal(kinds.at(-1), "label_pickup.late_cancelled");
  assert.equal((await s.admin(listPickups, { state: "scheduled" })).pickups[0]?.id, next.id);
});

test("a pickup whose process died is looked for by a worker and not scheduled again: the first call may yet arrive", async () => {
  const s = await shipper();
  const { id } = await s.buy();
  s.flaky.next("schedulePickup", "cut_off");
  const { pickup } = await s.admin(schedulePickup, { label_order_ids: [id], ...collection() });
  service.advance(61_000);
  await resumeExternalCalls(service.runtime);
  const readState = async () =>
    (await s.admin(listPickups, {})).pickups.find((one) => one.id === pickup.id)?.state;
  assert.deepEqual([s.flaky.calls("schedulePickup"), await readState()], [1, "pending"]);
  s.flaky.deliverLate();
  await pass(6 * 60_000);
  assert.deepEqual([s.flaky.calls("schedulePickup"), await readState()], [1, "scheduled"]);
});

test("a pickup is cancelled once the carrier says so, whatever was lost; one that it refuses to cancel stays scheduled", async () => {
  const s = await shipper();
  const { id } = await s.buy();
  const order = { label_order_ids: [id], ...collection() };
  const schedule = async () => (await s.admin(schedulePickup, order)).pickup.id;
  const readState = async (pickup_id: number) =>
    (await s.admin(listPickups, {})).pickups.find((one) => one.id === pickup_id)?.state;

  const kept_pickup = await schedule();
  s.flaky.next("cancelPickup", "refuses", "loses_answer");
  const refused = await catchRefusal(s.admin(cancelPickup, { pickup_id: kept_pickup }));
  assert.deepEqual([refused.code, refused.status], ["carrier_refused", 422]);
  assert.equal(await readState(kept_pickup), "scheduled");
  // Of several at once one asks the carrier.
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => s.admin(cancelPickup, { pickup_id: kept_pickup })),
  );
  const answers = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value.pickup.state] : []));
  assert.deepEqual(answers, ["cancel_pending"]);
  const still = await catchRefusal(s.admin(schedulePickup, order));
  assert.equal(still.code, "not_collectable");
  await pass(5 * 60_000);
  assert.equal(await readState(kept_pickup), "cancelled");

  s.flaky.next("schedulePickup", "loses_answer", "loses_request");
  const second_pickup_id = await schedule();
  assert.equal((await s.admin(cancelPickup, { pickup_id: second_pickup_id })).pickup.cancel_requested, true);
  await pass(5 * 60_000);
  await pass(5 * 60_000);
  assert.equal(await readState(second_pickup_id), "cancelled");
  const lost = await schedule();
  await s.admin(cancelPickup, { pickup_id: lost });
  await pass(6 * 60_000);
  assert.equal(await readState(lost), "cancelled");
  assert.ok(s.flaky.pickups().every(({ state }) => state === "cancelled"));
  assert.equal((await catchRefusal(s.admin(cancelPickup, { pickup_id: lost }))).code, "not_cancellable");

  const over = await schedule();
  service.advance(5 * 24 * 3_600_000);
  assert.equal((await catchRefusal(s.admin(cancelPickup, { pickup_id: over }))).code, "not_cancellable");
});

test("a pickup is of one carrier, at one place that is known, before the carrier's cut-off", async () => {
  const s = await shipper();
  const elsewhere = { ...FROM, line1: "SIA 4" };
  const buyAt = async (carrier_account: string, ship_from: typeof FROM) => {
    const { rates } = await s.admin(rateLabels, {
      ...shipment(),
      ship_from,
      carrier_accounts: [carrier_account],
    });
    return (await s.admin(submitLabelOrder, { rate_id: rates[0]?.rate_id ?? "" })).label_order.id;
  };
  const [here, there, house] = [
    await buyAt("flaky", FROM),
    await buyAt("flaky", elsewhere),
    await buyAt("house", FROM),
  ];
  const schedule = (more: object) => s.admin(schedulePickup, { ...collection(), ...more } as never);
  const refusedFor = async (more: object) => (await catchRefusal(schedule(more))).code;
  assert.equal(await refusedFor({}), "invalid_request");
  assert.equal(await refusedFor({ label_order_ids: [here, house] }), "several_carriers");
  assert.equal(await refusedFor({ label_order_ids: [here, there] }), "several_origins");
  assert.equal(
    await refusedFor({ label_order_ids: [here], warehouse_id: 2_000_000_000 }),
    "unknown_warehouse",
  );
  assert.equal(await refusedFor({ label_order_ids: [here], date: "2020-01-01" }), "invalid_request");
  assert.equal(await refusedFor({ manifest_ids: [2_000_000_000] }), "not_found");

  await s.admin(updateCarrierAccount, { carrier_account_id: s.carrier_account_id, pickup_cut_off: "00:00" });
  const today = toLocalDate(service.now(), "America/Sao_Paulo");
  assert.equal(await refusedFor({ label_order_ids: [here], date: today }), "past_cut_off");
  assert.equal(s.flaky.calls("schedulePickup"), 0);
  const { pickup } = await schedule({ label_order_ids: [here, there], address: elsewhere });
  assert.partialDeepStrictEqual(pickup, { state: "scheduled", place: elsewhere, label_count: 2 });

  // The house carrier knows nobody's cut-off, and refuses a window that is too short.
  const short = await catchRefusal(schedule({ label_order_ids: [house], window_start: "11:30" }));
  assert.deepEqual([short.code, short.extra?.["carrier_code"]], ["carrier_refused", "WINDOW"]);
  const { pickup: own_pickup } = await schedule({ label_order_ids: [house] });
  assert.match(own_pickup.confirmation ?? "", /^PU-/);
});

test("a refused manifest opens its labels again, and says why", async () => {
  const s = await shipper();
  const { id: label_order_id } = await s.buy();
  s.flaky.next("manifest", "refuses");
  const refused = await s.admin(endOfDay, {});
  assert.partialDeepStrictEqual(refused.manifests, [
    { state: "failed", failure_text: "The address is not served." },
  ]);
  assert.deepEqual((await s.detail(label_order_id)).manifest_id, null);
  const { manifests } = await s.admin(endOfDay, {});
  assert.partialDeepStrictEqual(manifests, [{ state: "created", label_count: 1 }]);
});

test("what a carrier says of a label is in its timeline, once, and the delivery closes it; the public sees it where the business allows", async () => {
  const s = await shipper();
  const { id: label_order_id, tracking_number } = await s.buy();
  await s.admin(endOfDay, {});
  const buildReport = (state: TrackState, minutes: number, text: string) => ({
    state,
    at: new Date(service.now().getTime() + minutes * 60_000).toISOString(),
    text,
    city: "Goiânia",
    country: "BR",
  });
  const number = tracking_number ?? "";
  const first = [buildReport("in_transit", 1, "Sorted"), buildReport("out_for_delivery", 2, "On the van")];
  const over = [
    ...first,
    buildReport("failed_attempt", 3, "Nobody in"),
    buildReport("delivered", 4, "Delivered"),
  ];
  s.flaky.track(number, ...first, { ...buildReport("in_transit", 5, "No time"), at: "soon" });
  await pass(3 * 3_600_000);
  assert.equal((await s.detail(label_order_id)).state, "MANIFESTED");
  s.flaky.track(number, ...over);
  await pass(7 * 3_600_000);
  const closed = await s.detail(label_order_id);
  assert.deepEqual([closed.state, closed.can_cancel], ["CLOSED", false]);
  await pass(7 * 3_600_000);

  const track = (of: string) => service.http("GET", `/api/v1/tracking/${of}`);
  assert.equal((await track(number)).status, 404, "the carrier's number is not public");
  const tracking_answer = await track(closed.public_number ?? "");
  assert.deepEqual(
    tracking_answer.body.events.map((event: { status_code: string }) =>
      event.status_code.replace(/^otep:[a-z]+:/, ""),
    ),
    ["label_created", "manifested", "in_transit", "out_for_delivery", "delivery_attempted", "delivered"],
  );
  assert.partialDeepStrictEqual(tracking_answer.body, { status: "CLOSED", terminal: true });
  assert.doesNotMatch(JSON.stringify(tracking_answer.body), /Clara|Rua A/);
  await service.system.execute(
    `update business set settings = settings || '{"public_carrier_numbers": true}' where id = $1`,
    [s.business.id],
  );
  assert.equal((await track(number)).body.status_code, "otep:core:delivered");
});

test("of many parallel purchases at one rate one wins, and a wallet is never overdrawn", async () => {
  const s = await shipper({ charge_minor: 3_000_000 });
  const { rate_id } = await s.rate();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => s.person.call(submitLabelOrder, { rate_id })),
  );
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  // 3.3 million each: three fit into ten million.
  const more = await Promise.allSettled(Array.from({ length: 6 }, () => s.buy()));
  assert.equal(more.filter(({ status }) => status === "fulfilled").length, 2);
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY - 3 * 3_300_000, held_minor: 0 });
  assert.equal(heldBy(s.flaky).length, 3);
});

test("cancelled many times at once, a label is returned once", async () => {
  const s = await shipper();
  const { id: label_order_id } = await s.buy();
  await Promise.allSettled(
    Array.from({ length: 6 }, () => s.person.call(cancelShippingLabel, { label_order_id })),
  );
  assert.equal((await s.detail(label_order_id)).state, "VOIDED");
  assert.deepEqual(await s.wallet(), { balance_minor: MONEY, held_minor: 0 });
});

test("quote_and_ship buys by its strategy, and nothing where no rate meets the deadline", async () => {
  const s = await shipper({ charge_minor: 1 });
  const buy = (more: object) => s.person.call(quoteAndShip, { ...shipment(), ...more } as never);
  assert.partialDeepStrictEqual(await buy({}), { label_order: { carrier: "flaky", state: "LABEL_READY" } });
  assert.partialDeepStrictEqual(await buy({ strategy: "fastest" }), { label_order: { service: "express" } });
  assert.partialDeepStrictEqual(await buy({ strategy: "preferred" }), {
    label_order: { carrier: "house" },
  });
  const today = toLocalDate(service.now(), "America/Sao_Paulo");
  const none = await catchRefusal(buy({ strategy: "cheapest_within_deadline", deadline: today }));
  assert.equal(none.code, "no_rate");
  assert.equal((await catchRefusal(buy({ deadline: today }))).code, "invalid_request");
});

const BUY: Behaviour[] = [
  "works",
  "refuses",
  "loses_request",
  "loses_answer",
  "malformed",
  "late",
  "unreachable",
];
const ASK: Behaviour[] = ["works", "loses_answer", "unreachable", "malformed"];
const CANCEL: Behaviour[] = ["works", "loses_request", "loses_answer", "malformed", "unreachable"];

test("whatever the carrier answers, and in whatever order, both end with the same labels and the wallet is exact", async () => {
  const s = await shipper();
  const step = fc.oneof(
    fc.record({
      do: fc.constant("buy" as const),
      behaviour: fc.constantFrom(...BUY),
      packages: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      do: fc.constant("cancel" as const),
      behaviour: fc.constantFrom(...CANCEL),
      which: fc.nat(5),
    }),
    fc.record({ do: fc.constant("close" as const), behaviour: fc.constantFrom(...ASK) }),
    fc.record({
      do: fc.constant("pass" as const),
      behaviour: fc.constantFrom(...ASK),
      minutes: fc.integer({ min: 1, max: 9 }),
    }),
    fc.record({ do: fc.constant("deliver" as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      for (const one of steps) {
        if (one.do === "buy") {
          s.flaky.next("buy", one.behaviour);
          await s.buy(one.packages).catch(refusedOnly);
        } else if (one.do === "cancel") {
          const rows = await labels();
          const id = rows[rows.length === 0 ? 0 : one.which % rows.length]?.id;
          if (id === undefined) continue;
          s.flaky.next("cancel", one.behaviour);
          await s.person.call(cancelShippingLabel, { label_order_id: id }).catch(refusedOnly);
        } else if (one.do === "close") {
          s.flaky.next("manifest", one.behaviour);
          await s.admin(endOfDay, {});
        } else if (one.do === "pass") {
          s.flaky.next("find", one.behaviour);
          await pass(one.minutes * 60_000);
        } else s.flaky.deliverLate();
      }
      s.flaky.deliverLate();
      s.flaky.settle();
      for (let hour = 0; hour < 5; hour += 1) await pass(6 * 3_600_000);
      await compare();
    }),
    { numRuns: Number(process.env["FOLD_RUNS"] ?? 12), endOnFailure: true },
  );

  function labels() {
    return service.system.rows<{
      id: number;
      state: string;
      reference: string;
      price_minor: number;
      returned_minor: number;
    }>(
      "select id, state, reference, price_minor, returned_minor from label_order where business_id = $1 order by id desc limit 20",
      [s.business.id],
    );
  }

  async function compare() {
    const rows = await service.system.rows<{
      id: number;
      state: string;
      reference: string;
      price_minor: number;
      returned_minor: number;
    }>("select id, state, reference, price_minor, returned_minor from label_order where business_id = $1", [
      s.business.id,
    ]);
    const held = new Map(
      s.flaky.purchases().map((one) => [one.reference, one.packages.map(({ state }) => state)]),
    );
    let paid = 0;
    for (const { id, state, reference, price_minor, returned_minor } of rows) {
      const ours = await service.system.rows<{ state: string }>(
        "select state from label_package where label_order_id = $1 order by seq",
        [id],
      );
      const theirs = held.get(reference) ?? [];
      assert.notEqual(state, "PURCHASING");
      if (ours.length === 0) {
        assert.ok(["LABEL_PURCHASE_FAILED", "CANCELLED"].includes(state), state);
        assert.ok(!theirs.includes("bought"), `${state} and sold`);
      } else {
        assert.deepEqual(
          ours.map((one) => one.state),
          theirs,
          state,
        );
        paid += price_minor - returned_minor;
      }
    }
    assert.deepEqual(await s.wallet(), { balance_minor: MONEY - paid, held_minor: 0 });
  }
});

function refusedOnly(error: unknown): void {
  if (!(error instanceof Error) || error.name !== "Refusal") throw error;
}
