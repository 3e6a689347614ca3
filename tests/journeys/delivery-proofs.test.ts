/** Every road on which an order becomes DELIVERED tells which proofs and which cash are missing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOffer } from "#domain/fleet/third-party/operations/create-offer.ts";
import { updateSettings } from "#domain/identity/settings/operations/update-settings.ts";
import { TRANSITIONS } from "#domain/orders/orders/lifecycle/status.ts";
import { listItems } from "#tests/support/attention.ts";
import { applyCommand } from "#tests/support/orders.ts";
import { createEventTools, createProvider } from "#tests/support/provider.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { createTestProvider } from "#tests/support/tenders.ts";

const service = await testService();
const { after, event } = createEventTools(service);

type Order = { id: number; tracking_number: string };
type Road = (business: TestBusiness, order: Order) => Promise<unknown>;

async function byCourier(business: TestBusiness, order: Order, status: string) {
  const courier = await createTestProvider(business, { capabilities: ["cod", "pin", "photo"] });
  await business.as("client_admin")(createOffer, {
    order_ids: [order.id],
    provider_ids: [courier.id],
    mode: "one",
  });
  const tender = await service.system.row<{ id: number }>("select id from tender where order_id = $1", [
    order.id,
  ]);
  await courier.call("POST", `/tenders/${tender?.id}/accept`, {});
  await courier.call("POST", `/tenders/${tender?.id}/status`, { status: "picked_up" });
  const { status: code, body } = await courier.call("POST", `/tenders/${tender?.id}/status`, { status });
  assert.equal(code, 200, JSON.stringify(body));
  return { courier, tender_id: tender?.id ?? 0, body };
}

const byEvent =
  (status: string): Road =>
  async (business, order) => {
    const carrier = await createProvider(business);
    const { status: code } = await carrier.ingest(
      event(order.tracking_number, status, { occurred_at: after(1) }),
    );
    assert.equal(code, 200);
  };

/** Roads that do not check proofs before: the reporter is outside, or a test of the machine. */
const ROADS: Record<string, Road> = {
  "a courier's own word": (business, order) => byCourier(business, order, "delivered"),
  "a courier's code": (business, order) => byCourier(business, order, "otep:lastmile:delivered_cod"),
  "an event of a carrier": byEvent("delivered"),
  "the last of its parcels": async (business, order) => {
    await service.system.execute("update parcel set custody = 'missing' where order_id = $1 and seq = 1", [
      order.id,
    ]);
    const parcel = await service.system.row<{ tracking_number: string }>(
      "select tracking_number from parcel where order_id = $1 and seq = 2",
      [order.id],
    );
    await byEvent("delivered")(business, { ...order, tracking_number: parcel?.tracking_number ?? "" });
  },
};
for (const { trigger, from, to } of TRANSITIONS)
  if (to === "DELIVERED")
    ROADS[`the command ${trigger}`] = async (business, order) => {
      await service.system.execute("update delivery_order set status = $2 where id = $1", [
        order.id,
        from[0],
      ]);
      await applyCommand(business, order.id, trigger);
    };

const PHOTO = { content_type: "image/png", name: "door.png", kind: "photo" };
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("an order delivered by any road without photo, PIN or cash is stored as delivered, with what is missing", async () => {
  for (const [road, deliver] of Object.entries(ROADS)) {
    const business = await service.business();
    await business.as("client_admin")(updateSettings, { settings: { required_proofs: ["note"] } });
    const order = await business.order({
      parcels: road === "the last of its parcels" ? [{}, {}] : [{}],
      cod_minor: 5000,
      requirements: { pod: ["photo"], pin: "4711" },
    });
    await deliver(business, order);
    assert.equal(await business.readStatus(order.id), "DELIVERED", road);
    const items = (await listItems(business)).filter(({ kind }) => kind === "delivery_unproven");
    assert.equal(items.length, 1, road);
    const facts = items[0]?.facts as { missing_proofs: string[]; cash_outstanding_minor: number };
    assert.deepEqual([...facts.missing_proofs].sort(), ["note", "photo", "pin"], road);
    // A driver or rider reports the cash together with the completion.
    assert.equal(facts.cash_outstanding_minor, road === "the command complete" ? 0 : 5000, road);
    const last = (await business.readEvents("order", order.id)).findLast(
      ({ payload }) => payload["required_proofs"],
    );
    assert.ok(last, road);
  }
});

test("an order that requires nothing opens no item, and one whose proofs come later ends it", async () => {
  const business = await service.business();
  const plain = await business.order();
  await byEvent("delivered")(business, plain);
  const order = await business.order({ requirements: { pod: ["photo"] } });
  const { courier, tender_id, body } = await byCourier(business, order, "delivered");
  assert.deepEqual([body.missing_proofs, body.cash_outstanding_minor], [["photo"], 0]);
  const states = async () =>
    (await listItems(business))
      .filter(({ kind }) => kind === "delivery_unproven")
      .map(({ order_id, state }) => [order_id, state]);
  assert.deepEqual(await states(), [[order.id, "open"]]);
  const proof = await courier.call("POST", `/tenders/${tender_id}/proof`, { ...PHOTO, content_base64: PNG });
  assert.equal(proof.status, 201, JSON.stringify(proof.body));
  assert.deepEqual(await states(), [[order.id, "cleared"]]);
});

test("proofs in a carrier's event of the delivery count, by kind; others and those of a pickup do not", async () => {
  const business = await service.business();
  const carrier = await createProvider(business);
  const pod = ["photo", "signature", "scan", "id_check"];
  const sha256 = "ab".repeat(32);
  const at_door = (code: string, proof: object[]) => ({ code, proof });
  const cases: { name: string; events: ReturnType<typeof at_door>[]; missing: string[] }[] = [
    { name: "none", events: [at_door("core:delivered", [])], missing: pod },
    {
      name: "a photo",
      events: [at_door("core:delivered", [{ type: "photo", sha256 }])],
      missing: ["signature", "scan", "id_check"],
    },
    {
      name: "a barcode is a scan",
      events: [at_door("core:delivered", [{ type: "barcode" }])],
      missing: ["photo", "signature", "id_check"],
    },
    {
      name: "a document is no kind that is asked for",
      events: [at_door("core:delivered", [{ type: "document", ref: "waybill" }])],
      missing: pod,
    },
    {
      name: "what was captured at the pickup",
      events: [at_door("core:picked_up", [{ type: "photo" }]), at_door("core:delivered", [])],
      missing: pod,
    },
    {
      name: "a detail of a delivery",
      events: [at_door("lastmile:delivered_to_neighbour", [{ type: "signature", signed_by: "Ana" }])],
      missing: ["photo", "scan", "id_check"],
    },
    {
      name: "all of them",
      events: [
        at_door("core:delivered", [
          { type: "photo" },
          { type: "signature" },
          { type: "barcode" },
          { type: "id_check" },
        ]),
      ],
      missing: [],
    },
    {
      name: "one with the delivery, the others later",
      events: [
        at_door("core:delivered", [{ type: "photo" }]),
        at_door("lastmile:proof_captured", [
          { type: "signature" },
          { type: "barcode" },
          { type: "id_check" },
        ]),
      ],
      missing: [],
    },
  ];
  for (const { name, events, missing } of cases) {
    const order = await business.order({ requirements: { pod } });
    for (const [index, { code, proof }] of events.entries()) {
      const delivered_event = event(order.tracking_number, "delivered", {
        status_code: `otep:${code}`,
        occurred_at: after(index + 1),
        ...(proof.length === 0 ? {} : { proof }),
      });
      const { status, body } = await carrier.ingest(delivered_event);
      assert.equal(status, 200, JSON.stringify(body));
      service.advance(5 * 60_000);
      // Before the next event, so that an item that it ends has been opened.
      await listItems(business);
    }
    const open = (await listItems(business)).filter(
      (item) => item.kind === "delivery_unproven" && item.order_id === order.id && item.state === "open",
    );
    assert.deepEqual(open.flatMap(({ facts }) => facts["missing_proofs"]).sort(), [...missing].sort(), name);
  }
  const [photo] = await service.system.rows<Record<string, unknown>>(
    "select kind, sha256, file_id, value from proof where business_id = $1 order by id limit 1",
    [business.id],
  );
  assert.deepEqual(photo, { kind: "photo", sha256, file_id: null, value: null });
});
