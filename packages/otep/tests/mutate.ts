/** Mutations of valid documents: a member is dropped, doubled, moved, or replaced by something hostile. */
import fc from "fast-check";
import { toCloudEventBatch } from "../src/cloudevents.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { richEvent } from "./random-events.ts";
import { anyEvent, subject } from "./support.ts";

/** Bodies of every kind, all of them valid. */
export const anyBody: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.oneof(fc.array(anyEvent, { maxLength: 8 }), fc.array(richEvent, { maxLength: 4 })),
    fc.constantFrom("timeline", "public", "events", "list", "event", "cloudevents"),
  )
  .map(([events, kind]) => {
    const timeline = mergeTimeline(events, { subject, owners: ["owner"] });
    if (kind === "timeline") return timeline;
    if (kind === "public") return redactTimeline(timeline);
    if (kind === "events") return { subject, events };
    if (kind === "list") return events;
    if (kind === "event") return events[0] ?? {};
    return toCloudEventBatch(timeline.events);
  })
  .map((body) => JSON.parse(JSON.stringify(body)));

/** Deeper than a stack is, when written by hand; parsed without recursion. */
const deep = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    0,
    -0,
    1e308,
    -1,
    0.5,
    true,
    [],
    {},
    [[]],
    "\0",
    "\ud800",
    "x".repeat(20_000),
    "constructor",
    "__proto__",
    "otep:core:delivered",
    "otep:x-a:x-b",
    "2026-02-30T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    { toString: 1, valueOf: 1 },
    { id: { id: {} } },
    JSON.parse('{"__proto__": {"events": 1}, "constructor": null}'),
    { events: { length: 1e9 } },
    { specversion: "1.0" },
    { specversion: {}, data: [] },
    { type: "otep.timeline", events: [{}] },
    deep,
    { "x-deep": deep },
  ),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

type Container = Record<string, unknown>;

/** `steps` are the path from the root; the last one names the member that is changed. */
export function mutate(body: unknown, steps: readonly number[], how: number, value: unknown): unknown {
  if (typeof body !== "object" || body === null || steps.length === 0) return value;
  let place = body as Container;
  for (const [index, step] of steps.entries()) {
    const names = Object.keys(place);
    const name = names[step % Math.max(1, names.length)];
    if (name === undefined) {
      place[how % 2 === 0 ? "events" : `a/b~${step}`] = value;
      return body;
    }
    const inner = place[name];
    if (index < steps.length - 1 && typeof inner === "object" && inner !== null) {
      place = inner as Container;
      continue;
    }
    if (how === 0 && Array.isArray(place)) place.splice(Number(name), 1);
    else if (how === 0) delete place[name];
    else if (how === 1 && Array.isArray(place)) place.push(inner);
    else if (how === 2) place[names[(step + 1) % names.length]!] = inner;
    else if (how === 3) place[`${name}~/${step}`] = value;
    else place[name] = value;
    return body;
  }
  return body;
}

export const anyMutant: fc.Arbitrary<unknown> = fc
  .tuple(
    anyBody,
    fc.array(fc.tuple(fc.array(fc.nat({ max: 40 }), { maxLength: 5 }), fc.nat({ max: 7 }), hostile), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map(([body, changes]) =>
    changes.reduce((mutant, [steps, how, value]) => mutate(mutant, steps, how, value), body),
  );
