import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { files } from "../scripts/vectors.ts";
import type { StoredEvent } from "../src/event.ts";
import { findProjection, projections } from "../src/projections.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline, type Timeline } from "../src/timeline.ts";
import { codes, findCode, isTerminal } from "../src/vocabulary.ts";
import { richTimeline } from "./random-events.ts";
import { runs } from "./runs.ts";
import lists from "./standards/commerce.json" with { type: "json" };
import { anyEvent, buildStoredEvent, minute, subject } from "./support.ts";

const public_url = "https://tms.example/api/v1/otep/trackings/PKH0001";
const formats = [
  "aggregator",
  "storefront_a",
  "shipping_marketplace",
  "marketplace_a",
  "storefront_b",
  "storefront_c",
  "storefront_d",
  "marketplace_b",
];

// biome-ignore lint/suspicious/noExplicitAny: documents of other products, read by hand.
type Document = any;

function project(format: string, events: StoredEvent[], about = subject): Document {
  return projectTimeline(format, mergeTimeline(events, { subject: about, owners: ["owner"] })).document;
}

function projectTimeline(format: string, timeline: Timeline) {
  const { document, loss } = findProjection(format)!.project(timeline, { public_url });
  return { document: JSON.parse(JSON.stringify(document)) as Document, loss };
}

const parcel = [
  buildStoredEvent("otep:carrier:label_created", 0),
  buildStoredEvent("otep:core:picked_up", 10, { location: { address: { country: "DE" } } }),
  buildStoredEvent("otep:core:delivery_attempted", 20, { incident_reason: "recipient_absent" }),
  buildStoredEvent("otep:core:delivered", 30),
];

test("gives every one of the codes a value of each product's list", () => {
  assert.equal(codes.length, 138);
  for (const { id, base, effect } of codes) {
    const after = [buildStoredEvent("otep:core:picked_up", 0), buildStoredEvent(id, 10)];
    const alone = [buildStoredEvent(id, 0)];
    for (const events of [after, alone]) {
      const tracking = project("aggregator", events);
      for (const { tag, subtag } of [tracking, ...tracking.checkpoints]) {
        assert.ok(lists.aggregator.tags.includes(tag), `${id} ${tag}`);
        assert.ok(lists.aggregator.subtags.includes(subtag), `${id} ${subtag}`);
        assert.ok(subtag.startsWith(`${tag}_`));
      }
      const fulfillment_events = project("storefront_a", events).fulfillment_events;
      for (const { status } of fulfillment_events) {
        assert.ok(lists.storefront_a.statuses.includes(status.toUpperCase()), `${id} ${status}`);
      }
      const { eventHistory, summary } = project("shipping_marketplace", events);
      assert.ok(lists.shipping_marketplace.statuses.includes(summary.status));
      for (const { eventCode } of eventHistory) {
        assert.ok(lists.shipping_marketplace.event_codes.includes(eventCode), eventCode);
      }
      for (const code of [...summary.trackingDetailCodes.forward, ...summary.trackingDetailCodes.returns]) {
        assert.ok(lists.shipping_marketplace.detail_codes.includes(code), code);
      }
      const line = project("marketplace_a", events).orderLines.orderLine[0];
      assert.ok(lists.marketplace_a.statuses.includes(line.orderLineStatuses.orderLineStatus[0].status));
      const order = project("storefront_b", events);
      assert.equal(order.status, (lists.storefront_b.statuses as Document)[order.status_id]);
      assert.ok(lists.storefront_c.states.includes(project("storefront_c", events).state));
      assert.ok(lists.storefront_d.statuses.includes(project("storefront_d", events).status));
      assert.ok(lists.marketplace_b.statuses.includes(project("marketplace_b", events).status));
    }
    if (effect === "status") {
      assert.equal(project("aggregator", alone).checkpoints.length, 1, id);
      assert.equal(project("storefront_a", alone).fulfillment_events.length, 1, id);
      const expected = findCode(`otep:core:${base}`)!.map.storefront_a!.toLowerCase();
      assert.equal(project("storefront_a", alone).fulfillment_events[0].status, expected);
    }
  }
});

test("uses the members of each product, and none of its own", () => {
  const events = [...parcel, buildStoredEvent("otep:lastmile:recipient_contacted", 15)];
  const tracking = project("aggregator", events);
  assert.deepEqual(
    Object.keys(tracking).filter((name) => !lists.aggregator.tracking.includes(name)),
    [],
  );
  assert.deepEqual(Object.keys(tracking.checkpoints[0]).sort(), lists.aggregator.checkpoint.toSorted());
  const [event] = project("storefront_a", events).fulfillment_events;
  assert.deepEqual(
    Object.keys(event).filter((name) => !lists.storefront_a.event.includes(name)),
    [],
  );
  const [shipment] = project("storefront_b", events).shipments;
  assert.deepEqual(Object.keys(shipment).sort(), lists.storefront_b.shipment.toSorted());
  const [track] = project("storefront_c", events).tracks;
  assert.deepEqual(Object.keys(track).sort(), lists.storefront_c.track.toSorted());
  const [item] = project("storefront_d", events).tracking_items;
  assert.deepEqual(Object.keys(item).sort(), lists.storefront_d.tracking.toSorted());
  const [receipt] = project("marketplace_b", events).shipments;
  assert.deepEqual(Object.keys(receipt).sort(), lists.marketplace_b.shipment.toSorted());
});

test("writes times as each product does", () => {
  const events = [
    buildStoredEvent("otep:core:created", 0),
    buildStoredEvent("otep:core:picked_up", 10, {
      location: { time_zone: "Europe/Paris", address: { country: "FR" } },
    }),
    buildStoredEvent("otep:core:departed", 20, {
      location: { time_zone: "Asia/Kathmandu", address: { country: "NP" } },
    }),
    buildStoredEvent("otep:core:arrived", 30, { location: { time_zone: "America/St_Johns" } }),
  ];
  const tracking = project("aggregator", events);
  assert.deepEqual(
    tracking.checkpoints.map((checkpoint: Document) => [
      checkpoint.checkpoint_time,
      checkpoint.country_region,
    ]),
    [
      ["2026-03-02T08:00:00+00:00", null],
      ["2026-03-02T09:10:00+01:00", "FRA"],
      ["2026-03-02T14:05:00+05:45", "NPL"],
      ["2026-03-02T05:00:00-03:30", null],
    ],
  );
  assert.equal(tracking.checkpoints[1].created_at, "2026-03-02T08:11:00Z");
  assert.equal(project("storefront_a", events).fulfillment_events[1].happened_at, "2026-03-02T08:10:00Z");
  assert.equal(project("shipping_marketplace", events).eventHistory[1].eventTime, "2026-03-02T08:10:00Z");
  const shipped_ms = Date.parse(minute(10));
  const line = project("marketplace_a", events).orderLines.orderLine[0];
  assert.equal(line.orderLineStatuses.orderLineStatus[0].trackingInfo.shipDateTime, shipped_ms);
  assert.equal(line.statusDate, Date.parse(minute(30)));
  const [shipment] = project("marketplace_b", events).shipments;
  assert.equal(shipment.shipment_notification_timestamp, shipped_ms / 1000);
  assert.equal(project("storefront_b", events).date_shipped, "2026-03-02T08:10:00Z");
  assert.equal(project("storefront_c", events).tracks[0].created_at, "2026-03-02T08:10:00Z");
  assert.equal(project("storefront_d", events).tracking_items[0].date_shipped, "2026-03-02T08:10:00Z");
});

test("keeps the local time through a change of the clocks", () => {
  const at = (occurred_at: string) =>
    buildStoredEvent("otep:core:arrived", 0, { occurred_at, location: { time_zone: "Europe/Paris" } });
  const times = project("aggregator", [at("2026-03-29T00:59:59Z"), at("2026-03-29T01:00:00Z")]).checkpoints;
  assert.deepEqual(
    times.map((checkpoint: Document) => checkpoint.checkpoint_time),
    ["2026-03-29T01:59:59+01:00", "2026-03-29T03:00:00+02:00"],
  );
});

test("keeps the local time where clocks changed a minute after midnight", () => {
  const at = (occurred_at: string) =>
    buildStoredEvent("otep:core:arrived", 0, { occurred_at, location: { time_zone: "America/St_Johns" } });
  const times = project("aggregator", [at("2005-04-03T03:30:59Z"), at("2005-04-03T03:31:00Z")]).checkpoints;
  assert.deepEqual(
    times.map((checkpoint: Document) => checkpoint.checkpoint_time),
    ["2005-04-03T00:00:59-03:30", "2005-04-03T01:01:00-02:30"],
  );
});

test("writes no local time of five digits of a year", () => {
  const at = (occurred_at: string) =>
    buildStoredEvent("otep:core:arrived", 0, { occurred_at, location: { time_zone: "Europe/Paris" } });
  const [last, after] = project("aggregator", [
    at("9999-12-31T22:59:59Z"),
    at("9999-12-31T23:00:00Z"),
  ]).checkpoints;
  assert.equal(last.checkpoint_time, "9999-12-31T23:59:59+01:00");
  assert.equal(after.checkpoint_time, "9999-12-31T23:00:00+00:00");
});

test("a reason refines a general subtag, and never makes an exact one less precise", () => {
  const subtag = (code: string, incident_reason: string) =>
    project("aggregator", [buildStoredEvent(code, 0, { incident_reason: incident_reason as never })]).subtag;
  assert.equal(subtag("otep:core:exception", "lost"), "Exception_013");
  assert.equal(subtag("otep:core:delayed", "weather"), "Exception_017");
  assert.equal(subtag("otep:core:delivery_attempted", "recipient_absent"), "AttemptFail_002");
  assert.equal(subtag("otep:core:delivery_attempted", "address_incorrect"), "Exception_007");
  assert.equal(subtag("otep:core:pickup_failed", "business_closed"), "Exception_001");
  assert.equal(subtag("otep:core:returning", "damaged"), "Exception_010");
  assert.equal(subtag("otep:core:delayed", "other"), "Exception_005");
  assert.equal(subtag("otep:core:held", "x-dog"), "Exception_001");
});

test("represents a return, a loss and a refusal", () => {
  const back = [
    buildStoredEvent("otep:core:picked_up", 0),
    buildStoredEvent("otep:core:returning", 10, { incident_reason: "damaged" }),
  ];
  assert.equal(project("aggregator", back).return_to_sender, true);
  assert.deepEqual(project("shipping_marketplace", back).summary, {
    status: "Undeliverable",
    trackingDetailCodes: { forward: [], returns: ["Damaged"] },
  });
  assert.deepEqual(
    project("shipping_marketplace", back).eventHistory.map((event: Document) => event.shipmentType),
    ["FORWARD", "RETURNS"],
  );
  const lost = project("shipping_marketplace", [
    buildStoredEvent("otep:core:exception", 0, { incident_reason: "lost" }),
  ]);
  assert.equal(lost.summary.status, "Lost");
  assert.equal(lost.eventHistory[0].eventCode, "Lost");
  const refused = [
    ...parcel.slice(0, 3),
    buildStoredEvent("otep:core:rejected", 25, { incident_reason: "recipient_refused" }),
  ];
  assert.deepEqual(project("shipping_marketplace", refused).summary.trackingDetailCodes.forward, [
    "Rejected",
  ]);
  assert.equal(project("storefront_b", refused).status, "Manual Verification Required");
});

test("does not move an order by a hold, and shows it in the formats with a history", () => {
  const held = [
    buildStoredEvent("otep:core:picked_up", 0),
    buildStoredEvent("otep:core:held", 10, { incident_reason: "weather" }),
  ];
  assert.equal(project("storefront_b", held).status, "Shipped");
  assert.equal(project("storefront_a", held).fulfillment_events[1].status, "delayed");
  assert.equal(project("shipping_marketplace", held).eventHistory.length, 1);
  assert.equal(project("shipping_marketplace", held).summary.status, "InTransit");
});

test("represents an order without events", () => {
  const values = {
    aggregator: "Pending_001",
    storefront_b: "Awaiting Fulfillment",
    storefront_c: "processing",
    storefront_d: "processing",
    marketplace_b: "paid",
  };
  for (const [format, value] of Object.entries(values)) {
    const document = project(format, []);
    assert.equal(document.subtag ?? document.status, value);
  }
  assert.deepEqual(project("storefront_a", []), { fulfillment_events: [] });
  assert.equal(project("shipping_marketplace", []).summary.status, "PreTransit");
  const [line] = project("marketplace_a", []).orderLines.orderLine;
  assert.equal(line.orderLineStatuses.orderLineStatus[0].status, "Created");
  assert.equal(line.orderLineStatuses.orderLineStatus[0].trackingInfo, null);
});

test("shows the estimated arrival where the product has a member for it, and until the end", () => {
  const on_the_way = [
    ...parcel.slice(0, 2),
    buildStoredEvent("otep:core:delivered", 90, { time_type: "estimated" }),
  ];
  assert.equal(
    project("aggregator", on_the_way).latest_estimated_delivery.datetime,
    "2026-03-02T09:30:00+00:00",
  );
  assert.equal(
    project("storefront_a", on_the_way).fulfillment_events[1].estimated_delivery_at,
    "2026-03-02T09:30:00Z",
  );
  assert.equal(project("shipping_marketplace", on_the_way).promisedDeliveryDate, "2026-03-02T09:30:00Z");
  const ended = [...on_the_way, buildStoredEvent("otep:core:delivered", 95)];
  assert.equal(project("aggregator", ended).latest_estimated_delivery, null);
  assert.equal(project("shipping_marketplace", ended).promisedDeliveryDate, null);
});

test("names the signer in the full view only", () => {
  const signed = [
    buildStoredEvent("otep:core:delivered", 0, { proof: [{ type: "signature", signed_by: "A. Martin" }] }),
  ];
  const timeline = mergeTimeline(signed, { subject });
  assert.equal(projectTimeline("aggregator", timeline).document.signed_by, "A. Martin");
  const public_timeline = redactTimeline(timeline) as Timeline;
  assert.equal(projectTimeline("aggregator", public_timeline).document.signed_by, null);
  assert.deepEqual(
    projectTimeline("shipping_marketplace", public_timeline).document.summary.trackingDetailCodes.forward,
    ["Signed"],
  );
});

test("counts what a format cannot express", () => {
  const events = [
    ...parcel.slice(0, 2),
    buildStoredEvent("otep:core:note", 11),
    buildStoredEvent("otep:core:delivered", 12, { event_id: "wrong" }),
    buildStoredEvent("otep:core:note", 13, { corrects: "wrong" }),
    buildStoredEvent("otep:core:picked_up", 10.5, {}, { provider: "globex" }),
    buildStoredEvent("otep:core:delivered", 90, { time_type: "estimated" }),
    buildStoredEvent("otep:core:delivered", 91, { time_type: "planned" }),
  ];
  const timeline = mergeTimeline(events, { subject });
  const loss = Object.fromEntries(formats.map((format) => [format, projectTimeline(format, timeline).loss]));
  // Two notes and the plan; also the estimate in formats without a member for it, and the label in those without a history.
  assert.deepEqual(loss, {
    aggregator: 3,
    storefront_a: 3,
    shipping_marketplace: 3,
    marketplace_a: 5,
    storefront_b: 5,
    storefront_c: 5,
    storefront_d: 5,
    marketplace_b: 5,
  });
});

test("loses a status without an event code once another follows it", () => {
  const held = [
    buildStoredEvent("otep:core:picked_up", 0),
    buildStoredEvent("otep:core:held", 10),
    buildStoredEvent("otep:core:delayed", 20),
  ];
  const loss = (events: StoredEvent[]) =>
    projectTimeline("shipping_marketplace", mergeTimeline(events, { subject })).loss;
  assert.deepEqual([loss(held.slice(0, 2)), loss(held)], [0, 1]);
  assert.equal(loss([...held, buildStoredEvent("otep:core:delivered", 30)]), 2);
});

test("gives events of two providers different ids", () => {
  const events = [
    buildStoredEvent("otep:core:picked_up", 0, { event_id: "1" }),
    buildStoredEvent("otep:core:delivered", 9, { event_id: "1" }, { provider: "globex" }),
  ];
  const [one, other] = project("storefront_a", events).fulfillment_events;
  assert.notEqual(one.id, other.id);
  assert.ok(Number.isSafeInteger(one.id) && one.id > 0);
});

test("contains the order, its pieces and its carrier", () => {
  const about = { ...subject, parent: { id: "1042", scheme: "order_id" as const } };
  const events = [buildStoredEvent("otep:core:picked_up", 0, { quantity: { pieces: 1, of: 3 } })];
  assert.equal(project("storefront_b", events, about).id, 1042);
  assert.equal(project("storefront_c", events, about).increment_id, "1042");
  assert.equal(project("aggregator", events, about).order_id, "1042");
  const order = project("marketplace_a", events, about);
  assert.equal(order.purchaseOrderId, "1042");
  assert.deepEqual(order.orderLines.orderLine[0].orderLineQuantity, {
    unitOfMeasurement: "EACH",
    amount: "3",
  });
  assert.equal(project("storefront_d", events, about).tracking_items[0].tracking_provider, "acme");
});

test("projects any timeline, full or public, in every format without throwing and without changing it", () => {
  fc.assert(
    fc.property(fc.oneof(richTimeline, fc.array(anyEvent, { maxLength: 30 }).map(merged)), (timeline) => {
      for (const view of [timeline, redactTimeline(timeline)]) {
        const before = JSON.stringify(view);
        for (const { project, format } of projections) {
          const { document, loss } = project(view, { public_url });
          assert.ok(Number.isInteger(loss) && loss >= 0 && loss <= timeline.event_count, format);
          assert.ok(typeof JSON.stringify(document) === "string");
          assert.deepEqual(project(view, { public_url }), { document, loss });
        }
        assert.equal(JSON.stringify(view), before);
      }
    }),
    { numRuns: runs(300) },
  );
});

test("omits voided events and includes corroborated ones once", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      const timeline = merged(events);
      const visible_events = timeline.events.filter(
        (event) => event.voided_by === undefined && !event.corroborates,
      );
      const reduced = { ...timeline, events: visible_events };
      for (const format of formats) {
        assert.deepEqual(projectTimeline(format, timeline), projectTimeline(format, reduced));
      }
    }),
  );
});

test("includes an event reported by two providers once, also in formats with a history", () => {
  const twice = [...parcel, buildStoredEvent("otep:core:picked_up", 10.5, {}, { provider: "globex" })];
  for (const format of formats) assert.deepEqual(project(format, twice), project(format, parcel), format);
});

test("omits every event after the end, of any kind", () => {
  const later = [
    ...parcel,
    buildStoredEvent("otep:lastmile:recipient_contacted", 40),
    buildStoredEvent("otep:core:in_transit", 41),
    buildStoredEvent("otep:core:delivered", 200, { quantity: { pieces: 7 } }, { provider: "globex" }),
  ];
  for (const format of formats) assert.deepEqual(project(format, later), project(format, parcel), format);
  const { loss } = projectTimeline("aggregator", mergeTimeline(later, { subject }));
  assert.equal(loss, 3);
});

test("never changes a document after the end", () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 20 }),
      fc.array(anyEvent, { maxLength: 20 }),
      (events, later) => {
        const before = merged(events.filter((event) => event.corrects === undefined));
        const end = before.events.find(
          (event) =>
            event.time_type === "actual" &&
            event.voided_by === undefined &&
            isTerminal(event.status_code, event.base),
        );
        fc.pre(end !== undefined);
        const known_ids = new Set(events.map((event) => event.event_id));
        const added = later.filter(
          (event) =>
            event.occurred_at > end!.occurred_at &&
            event.corrects === undefined &&
            !known_ids.has(event.event_id),
        );
        const after = merged([...events.filter((event) => event.corrects === undefined), ...added]);
        assert.deepEqual(after.status, before.status);
        for (const format of formats) {
          // The pieces of a shipment and the name of its carrier may still be added.
          const text = (timeline: Timeline) =>
            JSON.stringify(projectTimeline(format, { ...timeline, sources: [] }).document);
          assert.equal(text(after), text(before), format);
        }
      },
    ),
  );
});

function merged(events: StoredEvent[]): Timeline {
  return mergeTimeline(events, { subject, owners: ["owner"] });
}

test("the documentation shows the actual output of the package", () => {
  const guide = readFileSync(new URL("../FORMATS-commerce.md", import.meta.url), "utf8");
  const printed = [...guide.matchAll(/```json\n(.*?)```/gs)].map((match) => JSON.parse(match[1]!));
  assert.deepEqual(
    printed,
    formats.map((format) => {
      const { vectors } = files.get(`formats/${format}`)!;
      return vectors.find(({ name }) => name === "attempted").expected.document;
    }),
  );
});
