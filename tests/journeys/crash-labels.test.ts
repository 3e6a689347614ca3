/**
 * kill -9 during purchases and cancellations of labels at two carriers: the house carrier, whose books are in the same
 * database, and a gateway that loses, delays and refuses requests. What each has sold is what the business holds, nothing
 * is bought twice or lost, and the wallet is exact.
 *
 * LABEL_PURCHASES=1000 goes on until the gateway has sold as many, and has some of the requests arrive after they were
 * given up.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { DUE_CHANNEL } from "#operation/due/due-tasks.ts";
import { getRoundCount, KILL_TARGETS, killableService } from "../support/crash.ts";
import { startFlakyGateway } from "../support/flaky-gateway.ts";
import { until } from "../support/until.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);
const PURCHASES = Number(process.env["LABEL_PURCHASES"] ?? 0);
const MONEY = 100_000_000;

/** More writes between two kills, so that they do not take all of the time. */
const WRITES = PURCHASES > 0 ? 5 : 1;
/** Beyond the limit of the runner; a test that hangs is found by `until`. */
const TIMEOUT_MS = PURCHASES > 0 ? 3_600_000 : 600_000;

const gateway = await startFlakyGateway({ charge: 10, delays: PURCHASES > 0 });
const service = await killableService({ RATE_LIMITS: "off", PRIVATE_ADDRESSES: "1" });
const [admin, customer] = [
  await service.as("admin@rounds.example"),
  await service.as("customer@rounds.example"),
];

const place = (name: string, postal_code: string) => ({
  name,
  line1: "Rua A 1",
  city: "Brasília",
  postal_code,
  country: "BR",
});
const shipment = {
  ship_from: place("Shop", "71200-030"),
  ship_to: place("Clara Dias", "74000-000"),
};
const TURNS = [
  { carrier_accounts: ["house"], packages: [{ weight_g: 700 }, { weight_g: 900 }] },
  // One package: the gateway cancels whole shipments.
  { carrier_accounts: ["flaky"], packages: [{ weight_g: 700 }] },
  { carrier_accounts: ["flaky"], packages: [{ weight_g: 700 }] },
];

const post = (path: string, input: object, headers = customer) =>
  service.request("POST", path, input, { ...headers, "idempotency-key": randomUUID() });

const readWallet = async (customer_id: number) => {
  const { status, body } = await service.request(
    "GET",
    `/api/v1/client/wallets/${customer_id}`,
    undefined,
    admin,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.wallet as { balance_minor: number; held_minor: number };
};

test(`${ROUNDS} rounds of kill -9 and a carrier that fails lose and double no label, and the wallet is exact`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const [owner] = await service.rows<{ customer_id: string }>(
    "select customer_id from account where email = 'customer@rounds.example'",
  );
  const customer_id = Number(owner?.customer_id);
  const topped = await post(
    `/api/v1/client/wallets/${customer_id}/topup`,
    { amount_minor: MONEY, method: "cash" },
    admin,
  );
  assert.ok(topped.status < 300, JSON.stringify(topped.body));
  const opened = await post(
    "/api/v1/labelservice/carrier-accounts",
    {
      code: "flaky",
      kind: "gateway",
      name: "Flaky",
      api_key: "key_flaky_0123456789",
      base_url: gateway.base_url,
      markups: [{ percent: 10 }],
    },
    admin,
  );
  assert.equal(opened.status, 201, JSON.stringify(opened.body));
  const { balance_minor: start } = await readWallet(customer_id);
  const [{ n: before = 0 } = {}] = await service.rows<{ n: number }>(
    "select coalesce(max(id), 0)::int as n from label_order",
  );

  const acknowledged = new Map<number, { cancelled: boolean; is_certain: boolean }>();
  let turn = 0;
  const buyOne = async () => {
    turn += 1;
    const cancels = turn % 5 === 0;
    const shipped = TURNS[turn % TURNS.length];
    const rated = await post("/api/v1/labelservice/rate", { ...shipment, ...shipped });
    assert.equal(rated.status, 200, JSON.stringify(rated.body));
    const { rate_id } = rated.body.rates[0];
    const bought = await post("/api/v1/labelservice/submitOrder", { rate_id });
    // A lost answer may have been a purchase: then the rate is used.
    if (bought.status === 409 && bought.tries > 1) return;
    if (bought.status === 422 && bought.body.error_code === "CARRIER_REFUSED") return;
    assert.ok(bought.status === 201 || bought.status === 202, JSON.stringify(bought.body));
    const { id: label_order_id } = bought.body.label_order;
    acknowledged.set(label_order_id, {
      cancelled: false,
      is_certain: bought.status === 201,
    });
    if (!cancels) return;
    const cancelled = await post("/api/v1/labelservice/cancelShippingLabel", { label_order_id });
    if (cancelled.status === 409 && cancelled.tries > 1) {
      acknowledged.delete(label_order_id);
      return;
    }
    assert.ok(cancelled.status === 200 || cancelled.status === 202, JSON.stringify(cancelled.body));
    acknowledged.set(label_order_id, { cancelled: true, is_certain: bought.status === 201 });
  };
  const buySome = async () => {
    for (let remaining = WRITES; remaining > 0; remaining -= 1) await buyOne();
  };
  do await service.rounds(ROUNDS, buySome);
  while (gateway.purchases() < PURCHASES);
  gateway.settle();

  /** What died halfway is resumed by workers, whose waiting is cut short: carriers are asked as if hours had passed. */
  const finish = async (what: string, kinds: string[], open: string) => {
    // As long as it takes: each time fewer must be left.
    for (let remaining = Number.POSITIVE_INFINITY; remaining > 0; ) {
      const remaining_before = remaining;
      remaining = (
        await until(
          what,
          () => settle(kinds, open),
          (rows) => rows.length < remaining_before,
        )
      ).length;
    }
  };
  const settle = (kinds: string[], open: string) =>
    service.beside(async (client) => {
      await client.query("update external_call set next_at = now() where state = 'pending'");
      await client.query(
        `update label_order set asked_at = now() - interval '1 hour'
          where state = 'PURCHASING' and asked_at > now() - interval '1 hour'`,
      );
      // Those that a worker holds are on their way: waiting for them in another order than workers do is a deadlock.
      await client.query(
        `update due set next_at = now() where id in (
           select id from due where kind = any($1) and next_at > now() + interval '5 seconds' for update skip locked)`,
        [kinds],
      );
      await client.query(`notify ${DUE_CHANNEL}`);
      await wait(250);
      const { rows } = await client.query(open);
      return rows as unknown[];
    });
  await finish(
    "the end of every purchase and cancellation",
    ["shipping.reconcile"],
    `select id::text from label_order where state in ('PURCHASING', 'VOID_PENDING') union all
     select id::text from external_call where state = 'pending'`,
  );
  // What was on its way arrives when everything has been given up.
  gateway.deliverLate();
  if (PURCHASES > 0)
    await finish(
      "the last look for late purchases",
      ["shipping.reconcile", "shipping.check_late"],
      "select subject from due where kind in ('shipping.reconcile', 'shipping.check_late')",
    );

  interface Held {
    id: string;
    state: string;
    reference: string;
    account: string;
    ours: string | null;
    theirs: string | null;
    paid: string;
  }
  const held = await service.rows<Held>(
    `select o.id, o.state, o.reference, a.code as account, o.price_minor - o.returned_minor as paid,
       (select string_agg(p.tracking_number is not null || p.state, ',' order by p.seq) from label_package p where p.label_order_id = o.id) as ours,
       (select string_agg('true' || p.state, ',' order by p.position) from house_shipment s join house_package p on p.shipment_id = s.id
         where s.business_id = o.business_id and s.reference = o.reference) as theirs
      from label_order o join carrier_account a on a.id = o.carrier_account_id where o.id > $1 order by o.id`,
    [before],
  );
  assert.ok(held.length >= acknowledged.size);
  for (const { id, state, ours, theirs, account } of held) {
    if (account === "house") assert.equal(ours, theirs, `label ${id} is ${state}`);
    const acknowledged_label = acknowledged.get(Number(id));
    if (acknowledged_label?.cancelled === true)
      assert.equal(
        state,
        acknowledged_label.is_certain || ours !== null ? "VOIDED" : "CANCELLED",
        `label ${id}`,
      );
    else if (acknowledged_label?.is_certain === true) assert.equal(state, "LABEL_READY", `label ${id}`);
  }
  const sold = gateway.sold();
  assert.equal(new Set(sold).size, sold.length, "the gateway sold something twice");
  assert.ok(gateway.purchases() >= sold.length && sold.length > 0, "the gateway sold nothing");
  assert.deepEqual(
    held
      .filter(({ account, ours }) => account === "flaky" && ours === "truebought")
      .map((one) => one.reference)
      .sort(),
    sold.sort(),
    "what the gateway has sold is not what the business holds",
  );
  for (const id of acknowledged.keys())
    assert.ok(
      held.some((one) => Number(one.id) === id),
      `label ${id}`,
    );
  const strangers = await service.rows(
    "select s.reference from house_shipment s where not exists (select 1 from label_order o where o.reference = s.reference)",
  );
  assert.deepEqual(strangers, [], "the carrier sold what nobody holds");
  const paid = held.filter(({ ours }) => ours !== null).reduce((sum, one) => sum + Number(one.paid), 0);
  const wallet = await readWallet(customer_id);
  assert.deepEqual([wallet.balance_minor, wallet.held_minor], [start - paid, 0]);
});
