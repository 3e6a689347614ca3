/**
 * kill -9 during purchases and cancellations of labels: what the carrier sold is what the business holds, nothing is
 * bought twice or lost, and the wallet is exact.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getRoundCount, KILL_TARGETS, killableService } from "../support/crash.ts";
import { until } from "../support/until.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);
const MONEY = 100_000_000;

const service = await killableService({ RATE_LIMITS: "off" });
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
  packages: [{ weight_g: 700 }, { weight_g: 900 }],
  carrier_accounts: ["house"],
};

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

test(`${ROUNDS} rounds of kill -9 lose and double no label, and the wallet is exact`, async () => {
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
  const { balance_minor: start } = await readWallet(customer_id);
  const [{ n: before = 0 } = {}] = await service.rows<{ n: number }>(
    "select coalesce(max(id), 0)::int as n from label_order",
  );

  const acknowledged = new Map<number, { cancelled: boolean }>();
  let turn = 0;
  await service.rounds(ROUNDS, async () => {
    turn += 1;
    const cancels = turn % 3 === 0;
    const rated = await post("/api/v1/labelservice/rate", shipment);
    assert.equal(rated.status, 200, JSON.stringify(rated.body));
    const { rate_id } = rated.body.rates[0];
    const bought = await post("/api/v1/labelservice/submitOrder", { rate_id });
    // A lost answer may have been a purchase: then the rate is used.
    if (bought.status === 409 && bought.tries > 1) return;
    assert.ok(bought.status === 201 || bought.status === 202, JSON.stringify(bought.body));
    const { id: label_order_id } = bought.body.label_order;
    acknowledged.set(label_order_id, { cancelled: false });
    if (!cancels) return;
    const cancelled = await post("/api/v1/labelservice/cancelShippingLabel", { label_order_id });
    if (cancelled.status === 409 && cancelled.tries > 1) return;
    assert.ok(cancelled.status === 200 || cancelled.status === 202, JSON.stringify(cancelled.body));
    acknowledged.set(label_order_id, { cancelled: true });
  });

  // What died halfway is resumed by workers, whose waiting is cut short.
  await until(
    "the end of every purchase and cancellation",
    async () => {
      await service.rows("update external_call set next_at = now() where state = 'pending'");
      await service.rows("update due set next_at = now() where kind like 'shipping.%'");
      return service.rows(
        `select id from label_order where state in ('PURCHASING', 'VOID_PENDING') union all
         select id from external_call where state = 'pending'`,
      );
    },
    (left) => left.length === 0,
  );

  interface Held {
    id: string;
    state: string;
    ours: string | null;
    theirs: string | null;
    paid: string;
  }
  const held = await service.rows<Held>(
    `select o.id, o.state, o.price_minor - o.returned_minor as paid,
       (select string_agg(p.tracking_number is not null || p.state, ',' order by p.seq) from label_package p where p.label_order_id = o.id) as ours,
       (select string_agg('true' || p.state, ',' order by p.position) from house_shipment s join house_package p on p.shipment_id = s.id
         where s.business_id = o.business_id and s.reference = o.reference) as theirs
      from label_order o where o.id > $1 order by o.id`,
    [before],
  );
  assert.ok(held.length >= acknowledged.size);
  for (const { id, state, ours, theirs } of held) {
    assert.equal(ours, theirs, `label ${id} is ${state}`);
    const told = acknowledged.get(Number(id));
    if (told !== undefined) assert.equal(state, told.cancelled ? "VOIDED" : state, `label ${id}`);
  }
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
