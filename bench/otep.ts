/**
 * The tracking event protocol: reading, validating, merging and projecting events, against `JSON.parse` of the
 * same bytes on the same core. Uses neither network nor database; durable ingestion is a separate bench.
 */
import type { StoredEvent } from "#otep/event.ts";
import { normaliseEvent } from "#otep/normalise.ts";
import { projections } from "#otep/projections.ts";
import { redactTimeline } from "#otep/redact.ts";
import { mergeTimeline } from "#otep/timeline.ts";
import { validate } from "#otep/validate.ts";
import { codes } from "#otep/vocabulary.ts";
import { verdict } from "./load.ts";

const EVENTS = 1000;
const ROUNDS = 15;
/** Warm-up until everything is compiled. */
const WARM_MS = 300;
const REPEAT_MS = 40;
const START_MS = Date.UTC(2026, 2, 2, 8);
const public_url = "https://track.example/api/v1/otep/trackings/PKH0001";

/**
 * Typical events of a busy carrier: every status that does not end the journey, places, reasons, own ids on
 * half.
 */
function someEvents(): object[] {
  const moving = codes.filter(({ effect, terminal }) => effect === "status" && !terminal);
  return Array.from({ length: EVENTS }, (_, index) => ({
    subject: "PKH0001",
    ...(index % 2 === 0 ? {} : { event_id: `e${index}` }),
    occurred_at: new Date(START_MS + index * 60_000).toISOString(),
    status_code: moving[index % moving.length]!.id,
    incident_reason: "weather",
    location: {
      name: "Lyon 7 hub",
      unlocode: "FRLYS",
      address: { city: "Lyon", country: "FR" },
      geo: { lat: 45.7485, lon: 4.8467 },
      time_zone: "Europe/Paris",
    },
    source: { type: "carrier", provider: "acme", raw_code: "X1" },
    description: "Scanned at the hub.",
  }));
}

export async function benchOtep(): Promise<boolean> {
  const body = JSON.stringify({ subject: "PKH0001", events: someEvents() });
  const parsed = JSON.parse(body) as { events: unknown[] };
  const now = START_MS + 7 * 86_400_000;
  const normalise = () => parsed.events.map((event) => normaliseEvent(event, { now }).event!);
  const events: StoredEvent[] = normalise();
  const shuffled = events.toSorted((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1));
  const about = events[0]!.subject;
  const timeline = mergeTimeline(events, { subject: about });
  const timeline_text = JSON.stringify(timeline);
  const posted = JSON.parse(timeline_text);
  const public_timeline = redactTimeline(timeline);

  const candidates = new Map<string, () => unknown>([
    ["parse events", () => JSON.parse(body)],
    ["parse timeline", () => JSON.parse(timeline_text)],
    ["normalise", normalise],
    ["validate events", () => validate(parsed, { now, losses: false })],
    ["validate timeline", () => validate(posted, { now, losses: false })],
    ["validate with losses", () => validate(posted, { now })],
    ["merge", () => mergeTimeline(events, { subject: about })],
    ["merge shuffled", () => mergeTimeline(shuffled, { subject: about })],
    ["redact", () => redactTimeline(timeline)],
    ...projections
      // The native format is the timeline itself.
      .filter(({ format }) => format !== "otep")
      .map(({ format, project }) => [format, () => project(public_timeline, { public_url })] as const),
  ]);
  const ms = measure(candidates);
  const rate = (name: string) => EVENTS / ms.get(name)!;
  console.table(
    [...ms].map(([name, median_ms]) => ({
      name,
      "ms per 1,000": Number(median_ms.toFixed(3)),
      "events/s": Math.round(rate(name) * 1000),
    })),
  );
  const [parse, parse_timeline] = [rate("parse events"), rate("parse timeline")];
  return [
    verdict("normalise, with fingerprints / JSON.parse", rate("normalise") / parse, 0.3),
    verdict("validate events / JSON.parse", rate("validate events") / parse, 0.3),
    verdict("validate a timeline / JSON.parse", rate("validate timeline") / parse_timeline, 0.3),
    verdict("merge / JSON.parse", rate("merge") / parse, 1),
    verdict("merge, shuffled / JSON.parse", rate("merge shuffled") / parse, 1),
    ...projections
      .filter(({ format }) => format !== "otep")
      .map(({ format }) =>
        verdict(`${format} / JSON.parse of the timeline`, rate(format) / parse_timeline, 0.4),
      ),
  ].every(Boolean);
}

/**
 * Median milliseconds of each, alternating between the candidates, so that noise affects all equally. Of this
 * thread's processor time, because the longer of two runs is interrupted more often on a busy machine; it is
 * counted in steps of milliseconds, so each is repeated for a while.
 */
function measure(candidates: ReadonlyMap<string, () => unknown>): Map<string, number> {
  const prepared = [...candidates].map(([name, run]) => {
    let count = 0;
    const until = performance.now() + WARM_MS;
    for (; performance.now() < until; count++) run();
    return { name, run, repeats: Math.ceil((count * REPEAT_MS) / WARM_MS), times: [] as number[] };
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { run, repeats, times } of prepared) {
      const from = process.threadCpuUsage();
      for (let repeat = 0; repeat < repeats; repeat++) run();
      const { user, system } = process.threadCpuUsage(from);
      times.push((user + system) / 1000 / repeats);
    }
  }
  return new Map(prepared.map(({ name, times }) => [name, times.sort((a, b) => a - b)[ROUNDS >> 1]!]));
}
