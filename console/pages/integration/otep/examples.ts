/** Example documents. The timeline and its EPCIS form are the examples of the protocol's package. */
import epcis from "../../../../packages/otep/examples/epcis.json?raw";
import timeline from "../../../../packages/otep/examples/timeline.json?raw";

const subject = "PKH2026000077";

const events = [
  { event_id: "a-1", subject, occurred_at: "2026-03-02T07:55:00+01:00", status_code: "otep:locker:reserved" },
  {
    event_id: "a-2",
    subject,
    occurred_at: "2026-03-02T09:20:00+01:00",
    status_code: "otep:core:out_for_delivery",
    location: { address: { city: "Lyon", country: "FR" }, geo: { lat: 45.75, lon: 4.85 } },
  },
  {
    event_id: "a-3",
    subject,
    occurred_at: "2026-03-02T11:02:00+01:00",
    status_code: "otep:locker:deposited",
    location: {
      name: "Locker Part-Dieu",
      kind: "locker",
      address: { city: "Lyon", country: "FR" },
      geo: { lat: 45.7606, lon: 4.8597 },
    },
  },
  {
    event_id: "a-4",
    subject,
    occurred_at: "2026-03-02T18:31:00+01:00",
    status_code: "otep:locker:collected",
    location: {
      name: "Locker Part-Dieu",
      kind: "locker",
      address: { city: "Lyon", country: "FR" },
      geo: { lat: 45.7606, lon: 4.8597 },
    },
    proof: [{ type: "pin" }],
  },
];

const cloudevents = events.map(({ event_id, ...event }) => ({
  specversion: "1.0",
  id: event_id,
  source: "https://lockers.example",
  type: event.status_code,
  subject: event.subject,
  time: event.occurred_at,
  data: event,
}));

const broken = {
  protocol_version: "1.0.0",
  subject: "PKH2026000013",
  events: [
    {
      event_id: "b-1",
      occurred_at: "2026-03-02T08:00:00",
      status_code: "otep:core:picked_up",
    },
    {
      event_id: "b-2",
      occurred_at: "2026-03-02T12:00:00Z",
      status_code: "otep:carrier:arrived_hub",
      location: { name: "Hub", geo: { lat: 145.75, lon: 4.85 } },
      colour: "blue",
    },
    {
      event_id: "b-3",
      occurred_at: "2026-03-02T13:00:00Z",
      status_code: "otep:carrier:sortet",
    },
    {
      event_id: "b-4",
      occurred_at: "2026-03-03T08:30:00Z",
      status_code: "out_for_delivery",
      location: { address: { city: "Lyon", country: "FR" } },
    },
    {
      event_id: "b-5",
      occurred_at: "2026-03-03T10:10:00Z",
      status_code: "otep:core:delivery_attempted",
      incident_reason: "nobody_home",
    },
    {
      event_id: "b-6",
      occurred_at: "2026-03-03T11:05:00Z",
      status_code: "otep:core:delivered",
      location: { address: { city: "Lyon", country: "FR" } },
    },
    {
      event_id: "b-7",
      occurred_at: "2026-03-03T12:00:00Z",
      status_code: "otep:core:in_transit",
    },
  ],
};

/** A cooled parcel: a reading every two minutes, half an hour of them too warm. */
function cooled(): object {
  const start = Date.UTC(2026, 2, 2, 6);
  const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
  const number = "PKH2026000090";
  const readings = Array.from({ length: 180 }, (_, index) => {
    const warm = index > 96 && index < 112 ? 4.6 * Math.sin(((index - 96) / 16) * Math.PI) : 0;
    return {
      event_id: `t-${index}`,
      occurred_at: at(index * 2 + 1),
      status_code: "otep:sensor:reading",
      source: { type: "sensor", provider: "coolbox" },
      sensor: {
        device_id: "cb-7",
        property: "temperature",
        value: Math.round((4.2 + Math.sin(index / 9) * 0.8 + warm) * 10) / 10,
        unit: "Cel",
      },
    };
  });
  const statuses = [
    {
      minute: 0,
      status_code: "otep:core:picked_up",
      location: {
        name: "Dairy",
        address: { city: "Annecy", country: "FR" },
        geo: { lat: 45.8992, lon: 6.1294 },
      },
    },
    {
      minute: 90,
      status_code: "otep:core:arrived",
      location: {
        name: "Hub",
        address: { city: "Chambéry", country: "FR" },
        geo: { lat: 45.5646, lon: 5.9178 },
      },
    },
    {
      minute: 215.5,
      status_code: "otep:sensor:threshold_breached",
      incident_reason: "temperature_excursion",
      sensor: { property: "temperature", value: 8.9, unit: "Cel", min: 2, max: 8 },
    },
    {
      minute: 240,
      status_code: "otep:core:out_for_delivery",
      location: { address: { city: "Lyon", country: "FR" }, geo: { lat: 45.764, lon: 4.8357 } },
    },
    {
      minute: 362,
      status_code: "otep:lastmile:delivered_in_person",
      location: { address: { city: "Lyon", country: "FR" }, geo: { lat: 45.7485, lon: 4.8467 } },
      proof: [{ type: "photo" }],
    },
  ].map(({ minute, ...event }, index) => ({
    event_id: `c-${index}`,
    occurred_at: at(minute),
    source: { type: "carrier", provider: "globex" },
    ...event,
  }));
  const all = [...statuses, ...readings].sort((one, other) =>
    one.occurred_at.localeCompare(other.occurred_at),
  );
  return { subject: number, events: all };
}

/** Their names are texts. */
export const EXAMPLES: Record<string, () => string> = {
  timeline: () => timeline,
  epcis: () => epcis,
  cloudevents: () => pretty(cloudevents),
  lines: () => events.map((event) => JSON.stringify(event)).join("\n"),
  cooled: () => pretty(cooled()),
  broken: () => pretty(broken),
};

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
