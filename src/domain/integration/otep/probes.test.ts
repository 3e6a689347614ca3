/** What a second provider can find of what the first one sent: by its own events, their results, and what anybody may read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  giveCarrierNumbers,
  insertTrackingNumbers,
  newTrackingNumber,
} from "#domain/tracking/tracking/public.ts";
import { computeFingerprint, computeRevision, type Statement, toUuid } from "#otep/fingerprint.ts";
import { formats } from "#otep/projections.ts";
import { createProvider } from "#tests/support/provider.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const start = service.now().getTime() - 600_000;
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const PROBES = 24;
const CARRIER_NUMBER = "1Z999AA10123456784";

/** A rental with a number of ours, and one that a carrier gave and that the public does not find. */
async function createNumberedRental(business: TestBusiness, carrier: string) {
  const row = await service.system.row<{ id: number }>(
    `insert into storage_rental (business_id, device, compartment, size, booked_from, booked_to, currency, created_at, updated_at)
     values ($1, 'L', 'A7', 'M', now(), now() + interval '1 day', 'BRL', now(), now()) returning id`,
    [business.id],
  );
  const subject = { type: "rental", id: row?.id ?? 0 };
  const number = newTrackingNumber();
  const writer = {
    db: service.system,
    business_id: business.id,
    now: service.now(),
    actor: { account_id: null },
  };
  await insertTrackingNumbers(writer, [{ number, ...subject }]);
  await giveCarrierNumbers(writer as never, subject, { carrier, numbers: [CARRIER_NUMBER] });
  return { number, rental_id: subject.id };
}

const readTimeline = async (number: string) =>
  (await service.http("GET", `/api/v1/otep/trackings/${number}`)).body;

async function createRentalWithProviders() {
  const business = await service.business();
  const [first, second] = [await createProvider(business), await createProvider(business)];
  return { first, second, ...(await createNumberedRental(business, first.provider.code)) };
}

test("ids and revisions of events that keep a hidden number are not made of it", async () => {
  const { first, second, number, rental_id } = await createRentalWithProviders();
  const facts = { status_code: "otep:core:received", occurred_at: at(0), time_type: "actual" };
  const subjects = [
    { id: CARRIER_NUMBER, scheme: "tracking_number" },
    { id: String(rental_id), scheme: "rental_id" },
  ];
  const sent_events = subjects.map((subject) => ({ ...facts, subject }));
  const answer = await first.ingest({ events: sent_events });
  assert.equal(answer.body.accepted, 2, JSON.stringify(answer.body));
  const statement = { ...facts, source: { provider: first.provider.code } };
  const hidden = subjects.map((subject) => computeFingerprint({ ...statement, subject } as Statement));
  const ids = (await readTimeline(number)).events.map(({ event_id }: { event_id: string }) => event_id);
  assert.equal(ids.length, 2);
  for (const fingerprint of hidden) assert.ok(!ids.includes(toUuid(fingerprint)));
  assert.equal((await first.ingest({ events: sent_events.toReversed() })).body.duplicates, 2);
  const probe = await second.ingest({ subject: number, status_code: "otep:core:note", occurred_at: at(5) });
  const read_timeline = await readTimeline(number);
  assert.equal(probe.body.results[0].revision, read_timeline.revision);
  assert.equal(read_timeline.revision, computeRevision(read_timeline.events.map(computeFingerprint)));
});

test("which subject a timeline shows does not tell what its hidden parent is", async () => {
  const subjects = new Set<string>();
  for (const guess of ["1000", "4711", "5000"]) {
    const { first, second, number } = await createRentalWithProviders();
    const buildEvent = (type: string, id: string, seconds: number) => ({
      subject: { id: number, type, parent: { id, scheme: "order_id" } },
      status_code: "otep:core:note",
      occurred_at: at(seconds),
    });
    await first.ingest(buildEvent("storage", "4711", 0));
    await second.ingest(buildEvent("other", guess, 1));
    subjects.add(JSON.stringify({ ...(await readTimeline(number)).subject, id: "" }));
  }
  assert.equal(subjects.size, 1, [...subjects].join());
});

test("the order of events of one millisecond does not tell a hidden number", async () => {
  const { first, second, number } = await createRentalWithProviders();
  const facts = { status_code: "otep:core:note", occurred_at: at(0) };
  await first.ingest({ ...facts, event_id: "hidden", subject: CARRIER_NUMBER });
  const probes = Array.from({ length: 30 }, (_, pieces) => ({
    ...facts,
    ...{ subject: number, event_id: `probe-${pieces}`, quantity: { pieces } },
  }));
  await second.ingest({ events: probes });
  const ids = (events: { event_id: string }[]) => events.map(({ event_id }) => event_id);
  const read_events = (await readTimeline(number)).events;
  const page = (await service.http("GET", `/api/v1/tracking/${number}`)).body.events;
  assert.deepEqual(read_events.map(computeFingerprint), read_events.map(computeFingerprint).sort());
  assert.deepEqual(ids(page), ids(read_events));
});

const places = [
  { geo: { lat: 45.764043, lon: 4.835659 }, name: "A. Martin", gln: "4012345000054" },
  { geo: { lat: 45.757, lon: 4.8444, accuracy_m: 5 }, name: "B. Two", id: "door-9", unlocode: "FRLYS" },
];

test("results and public documents are the same whatever the hidden place, name and identifiers are", async () => {
  const results_by_place: string[][] = [];
  for (const place of places) {
    const business = await service.business();
    const order = await business.order();
    const number = order.tracking_number;
    const [first, second] = [
      await createProvider(business, { code: "first" }),
      await createProvider(business, { code: "second" }),
    ];
    const secret = {
      location: { ...place, address: { city: "Lyon", lines: [place.name] } },
      actor: { type: "recipient", name: place.name },
      proof: [{ type: "signature", signed_by: place.name }],
      source: { raw_text: place.name },
      extensions: { "x-door": place.name },
    };
    const codes = ["received", "out_for_delivery", "delivered"];
    for (const [step, code] of codes.entries()) {
      const subject = step === 0 ? { id: String(order.id), scheme: "order_id" } : number;
      const event = {
        event_id: code,
        subject,
        status_code: `otep:core:${code}`,
        occurred_at: at(step * 100),
        ...secret,
      };
      assert.equal((await first.ingest(event)).body.accepted, 1);
    }
    const guesses = Array.from({ length: PROBES }, (_, probe) => {
      const [step, shift] = [probe % 3, (probe / PROBES - 0.5) / 50];
      const near = { lat: 45.764043 + shift, lon: 4.835659 };
      const location = [{ geo: near }, places[probe % 2], { name: places[1 - (probe % 2)]?.name }][step];
      return {
        ...{
          subject: number,
          event_id: `probe-${probe}`,
          status_code: `otep:core:${codes[(probe * 7) % 3]}`,
        },
        ...{ occurred_at: at(((probe * 7) % 3) * 100 + 1 + probe / 4), location },
      };
    });
    // The number, and what is made of it or at random, differ in any case.
    const mask = (text: string) =>
      text
        .replaceAll(number, "NUMBER")
        .replaceAll(
          /[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f-]{17,}|(?<![0-9a-f])[0-9a-f]{16,64}(?![0-9a-f])|(?<![\w.])\d{11,15}(?![\w.])/g,
          "HASH",
        )
        .replaceAll(/Business \w+/g, "BUSINESS")
        .replaceAll(/"next_cursor":"\w+"/g, "CURSOR");
    const results: string[] = [];
    for (const guess of guesses) {
      const { status, raw, headers } = await second.ingest(guess);
      results.push(mask(`${status} ${headers["content-length"]} ${raw}`));
    }
    const url = `/api/v1/otep/trackings/${number}`;
    const reads = [url, `${url}/events`, `/api/v1/tracking/${number}`];
    for (const read of [...reads, ...formats.map((format) => `${url}?format=${format}`)]) {
      const { status, raw, headers } = await service.http("GET", read);
      const { etag, link, "otep-projection-loss": loss } = headers;
      results.push(mask(`${status} ${etag} ${loss} ${link} ${raw}`));
    }
    results_by_place.push(results);
  }
  assert.deepEqual(results_by_place[0], results_by_place[1]);
});
