/** One journey that uses most members of an event: the example of every output format. */
import type { Location, OtepEvent, Subject } from "../src/event.ts";
import { type NormaliseContext, normaliseEvent } from "../src/normalise.ts";
import { mergeTimeline, type Timeline } from "../src/timeline.ts";

/** The URL of the example; used by the formats that need a URI. */
export const EXAMPLE_URL = "https://track.example/api/v1/otep/trackings/PKH2026000042";

const subject: Subject = {
  id: "PKH2026000042",
  scheme: "tracking_number",
  type: "shipment",
  parent: { id: "ORD-1042", scheme: "order_id" },
  related: [{ id: "106141412345678908", scheme: "sscc" }],
};

const hub: Location = {
  id: "lyon-7",
  name: "Lyon 7 hub",
  kind: "hub",
  gln: "4012345000054",
  unlocode: "FRLYS",
  address: { lines: ["7 rue Exemple"], city: "Lyon", postal_code: "69007", country: "FR" },
  geo: { lat: 45.7485, lon: 4.8467, accuracy_m: 15 },
  time_zone: "Europe/Paris",
};

const door: Location = {
  kind: "customer",
  address: { lines: ["12 rue du Port"], city: "Annecy", region: "74", postal_code: "74000", country: "FR" },
  geo: { lat: 45.8992, lon: 6.1294, accuracy_m: 8 },
  time_zone: "Europe/Paris",
};

type ReportedEvent = Omit<OtepEvent, "subject"> & { event_id: string; recorded_at: string };

/** What the carrier reports, which brings the parcel to the hub. */
const carrier: ReportedEvent[] = [
  {
    event_id: "GBX-1001",
    occurred_at: "2026-03-02T08:02:11Z",
    recorded_at: "2026-03-02T08:05:00Z",
    status_code: "otep:carrier:label_created",
    source: { type: "carrier", system: "edi", raw_code: "LBL", raw_text: "Etikett erstellt" },
    quantity: { pieces: 2, of: 2, weight_kg: 11.4 },
  },
  {
    event_id: "GBX-1002",
    occurred_at: "2026-03-02T10:40:00Z",
    recorded_at: "2026-03-02T10:41:03Z",
    status_code: "otep:core:picked_up",
    location: { name: "Example Goods", kind: "warehouse", unlocode: "FRMRS", iata: "MRS" },
    actor: { type: "driver", id: "drv-88", name: "K. Durand" },
  },
  {
    event_id: "GBX-1003",
    occurred_at: "2026-03-02T15:05:30.250Z",
    recorded_at: "2026-03-02T15:05:31Z",
    status_code: "otep:sensor:threshold_breached",
    incident_reason: "temperature_excursion",
    source: { type: "sensor" },
    sensor: {
      device_id: "urn:dev:mac:0024befffe804ff1",
      property: "temperature",
      value: 9.4,
      unit: "Cel",
      phenomenon_time: "2026-03-02T15:05:30.000Z",
      min: 3.8,
      max: 9.4,
    },
    location: { kind: "vehicle", geo: { lat: 44.9334, lon: 4.8924, accuracy_m: 30 } },
  },
  {
    event_id: "GBX-1004",
    occurred_at: "2026-03-02T19:30:00Z",
    recorded_at: "2026-03-02T19:30:09Z",
    status_code: "otep:carrier:arrived_hub",
    location: hub,
  },
  {
    event_id: "GBX-1005",
    occurred_at: "2026-03-02T19:31:00Z",
    recorded_at: "2026-03-02T19:31:04Z",
    status_code: "otep:core:delivered",
    description: "Scanned as delivered at the hub by mistake.",
    location: hub,
  },
  {
    event_id: "GBX-1006",
    occurred_at: "2026-03-02T19:45:00Z",
    recorded_at: "2026-03-02T19:45:10Z",
    status_code: "otep:carrier:handed_to_partner",
    corrects: "GBX-1005",
    location: hub,
  },
];

/** What the own fleet reports, which delivers the parcel. */
const fleet: ReportedEvent[] = [
  {
    event_id: "0197c3f0-0000-8000-8000-000000000001",
    occurred_at: "2026-03-02T19:45:40Z",
    recorded_at: "2026-03-02T19:46:00Z",
    status_code: "otep:core:transferred",
    location: { gln: "4012345000054" },
  },
  {
    event_id: "0197c3f0-0000-8000-8000-000000000002",
    occurred_at: "2026-03-03T10:30:00Z",
    recorded_at: "2026-03-02T20:00:00Z",
    time_type: "estimated",
    status_code: "otep:core:delivered",
  },
  {
    event_id: "0197c3f0-0000-8000-8000-000000000003",
    occurred_at: "2026-03-03T07:10:00Z",
    recorded_at: "2026-03-03T07:10:01Z",
    status_code: "otep:lastmile:loaded",
    location: hub,
    extensions: { "x-route": { number: 17, stop: 4 }, "com.example.van": "AB-123-CD" },
  },
  {
    event_id: "0197c3f0-0000-8000-8000-000000000004",
    occurred_at: "2026-03-03T07:30:00Z",
    recorded_at: "2026-03-03T07:30:00Z",
    status_code: "otep:core:out_for_delivery",
    actor: { type: "driver", id: "drv-12", name: "L. Petit" },
  },
  {
    event_id: "0197c3f0-0000-8000-8000-000000000005",
    occurred_at: "2026-03-03T09:12:45Z",
    recorded_at: "2026-03-03T09:12:50Z",
    status_code: "otep:core:delivery_attempted",
    incident_reason: "recipient_absent",
    location: door,
    proof: [
      { type: "geofence", captured_at: "2026-03-03T09:12:40.000Z" },
      { type: "photo", ref: "files/901", sha256: "9f".repeat(32) },
    ],
  },
  {
    event_id: "0197c3f0-0000-8000-8000-000000000006",
    occurred_at: "2026-03-03T09:40:00Z",
    recorded_at: "2026-03-03T09:40:00Z",
    status_code: "otep:lastmile:recipient_contacted",
    description: "The recipient will be back at noon.",
  },
  {
    event_id: "0197c3f0-0000-8000-8000-000000000007",
    occurred_at: "2026-03-03T11:04:20Z",
    recorded_at: "2026-03-03T11:04:30Z",
    status_code: "otep:lastmile:delivered_in_person",
    location: door,
    actor: { type: "driver", id: "drv-12", name: "L. Petit" },
    quantity: { pieces: 2, of: 2 },
    proof: [
      {
        type: "signature",
        ref: "files/902",
        sha256: "ab".repeat(32),
        signed_by: "A. Martin",
        relation: "self",
        captured_at: "2026-03-03T11:04:15.000Z",
      },
      { type: "pin" },
    ],
  },
];

/** The journey as a full timeline. */
export function exampleTimeline(): Timeline {
  const events = [
    ...carrier.map((reported) =>
      normalForm(reported, { now: 0, provider: "globex", source_type: "carrier" }),
    ),
    ...fleet.map((reported) =>
      normalForm(reported, { now: 0, provider: "acme", source_type: "self_delivery" }),
    ),
  ];
  return mergeTimeline(events, { subject });
}

function normalForm(reported: ReportedEvent, origin: NormaliseContext) {
  const { event, errors } = normaliseEvent(
    { subject, ...reported },
    { ...origin, now: Date.UTC(2026, 2, 4), keep_recorded_at: true },
  );
  if (event === undefined) throw new Error(JSON.stringify(errors));
  return event;
}
