import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { toCloudEventBatch } from "../src/cloudevents.ts";
import type { Subject } from "../src/event.ts";
import { projections } from "../src/projections.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline, selectProfile, type Timeline } from "../src/timeline.ts";
import { FINDINGS_MAX } from "../src/validate/findings.ts";
import { ERROR_RULES, findRuleId, WARNING_RULES } from "../src/validate/rules.ts";
import { validate } from "../src/validate.ts";
import { anyMutant } from "./mutate.ts";
import { anySubject, richEvent } from "./random-events.ts";
import { runs } from "./runs.ts";
import {
  anyEvent,
  assertTimelineConforms,
  buildStoredEvent,
  correctingEvent,
  minute,
  start_ms,
  subject,
} from "./support.ts";

const now = start_ms + 86_400_000;

/** Events of every shape about one subject. */
const richEvents = fc
  .tuple(
    fc.array(richEvent, { maxLength: 12 }),
    // The shortest URI of that list is too short to be a subject.
    anySubject.filter(({ id }) => id !== "x:"),
  )
  .map(([events, about]) => events.map((event) => ({ ...event, subject: about as Subject })));
const corrections = fc.array(correctingEvent, { minLength: 4, maxLength: 12 });

test("accepts every timeline that the package produces, full or public, now or in the past", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(anyEvent, { maxLength: 30 }), richEvents, corrections),
      fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
      (events, hours) => {
        const at = hours === undefined ? undefined : new Date(start_ms + hours * 3_600_000).toISOString();
        const about = events[0]?.subject ?? subject;
        const timeline = mergeTimeline(events, { subject: about, owners: ["owner"], at });
        for (const document of [timeline, redactTimeline(timeline)]) {
          const result = validate(JSON.parse(JSON.stringify(document)), { now });
          assert.deepEqual(result.errors, []);
          for (const { code } of result.warnings) assert.notEqual(code, "unknown_member");
        }
      },
    ),
    { numRuns: runs(600) },
  );
});

test("accepts the part of a timeline that is of one profile, whose state is that of the whole", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(anyEvent, { maxLength: 30 }), richEvents, corrections),
      fc.constantFrom("core", "carrier", "lastmile", "locker", "sensor"),
      (events, profile) => {
        const full_timeline = mergeTimeline(events, {
          subject: events[0]?.subject ?? subject,
          owners: ["owner"],
        });
        for (const timeline of [full_timeline, redactTimeline(full_timeline)]) {
          const part = selectProfile(timeline, profile);
          assertTimelineConforms(part);
          const { status, delivered, direction, eta, revision } = part;
          assert.deepEqual(
            { status, delivered, direction, eta, revision },
            {
              status: full_timeline.status,
              delivered: full_timeline.delivered,
              direction: full_timeline.direction,
              eta: full_timeline.eta,
              revision: full_timeline.revision,
            },
          );
          assert.deepEqual(
            part.events,
            timeline.events.filter(({ status_code }) =>
              ["core", profile].includes(status_code.split(":")[1]!),
            ),
          );
          const { errors, warnings } = validate(JSON.parse(JSON.stringify(part)), { now });
          assert.deepEqual(errors, []);
          for (const { code } of warnings) assert.notEqual(code, "unknown_member");
          for (const { project } of projections)
            project(part as Timeline, { public_url: "https://otep.dev/" });
        }
      },
    ),
    { numRuns: runs(300) },
  );
});

test("finds voids that no standing correction makes, and corrections that are not marked", () => {
  const event = (event_id: string, minutes: number, fields: object = {}) => ({
    ...{ event_id, status_code: "otep:core:note", occurred_at: minute(minutes), subject: "PKH0001" },
    source: { type: "carrier", provider: "acme" },
    ...fields,
  });
  const judge = (...events: object[]) =>
    validate({ type: "otep.timeline", subject: "PKH0001", events }, { now })
      .errors.filter(({ code }) => code === "invalid_correction")
      .map(({ path }) => path);
  const a = event("a", 0, { status_code: "otep:core:delivered" });
  const [b, c] = [event("b", 1, { corrects: "a" }), event("c", 2, { corrects: "b" })];
  const owner = { source: { type: "self_delivery", provider: "owner" } };
  const table: [string, object[], string[]][] = [
    ["a correction that stands", [{ ...a, voided_by: "b" }, b], []],
    ["not marked", [a, b], ["/events/0"]],
    ["corrected itself", [a, { ...b, voided_by: "c" }, c], []],
    [
      "by a correction that is corrected, unmarked",
      [{ ...a, voided_by: "b" }, b, c],
      ["/events/0/voided_by", "/events/1"],
    ],
    [
      "by a correction that is marked as voided",
      [{ ...a, voided_by: "b" }, { ...b, voided_by: "c" }, c],
      ["/events/0/voided_by"],
    ],
    ["a correction not marked", [a, b, c], ["/events/1"]],
    [
      "by an event that corrects another one",
      [{ ...a, voided_by: "c" }, { ...b, voided_by: "c" }, c],
      ["/events/0/voided_by"],
    ],
    ["by an event that corrects nothing", [{ ...a, voided_by: "b" }, event("b", 1)], ["/events/0/voided_by"]],
    ["by nothing there", [{ ...a, voided_by: "z" }], ["/events/0/voided_by"]],
    ["in a circle", [{ ...a, corrects: "b", voided_by: "b" }, b], ["/events/0/voided_by"]],
    ["in a circle, unmarked", [{ ...a, corrects: "b" }, b], []],
    [
      "three deep",
      [{ ...a, voided_by: "b" }, b, { ...c, voided_by: "d" }, event("d", 3, { corrects: "c" })],
      [],
    ],
    [
      "three deep, the middle wrong",
      [a, { ...b, voided_by: "c" }, c, event("d", 3, { corrects: "c" })],
      ["/events/1/voided_by", "/events/2", "/events/0"].sort(),
    ],
    [
      "by the owner of the subject",
      [
        { ...a, voided_by: "b" },
        { ...b, ...owner },
      ],
      [],
    ],
    [
      "by an owner that has an event of that id",
      [
        { ...a, voided_by: "b" },
        { ...a, ...owner },
        { ...b, ...owner },
      ],
      ["/events/0/voided_by", "/events/1"],
    ],
    ["by another provider, unmarked", [a, { ...b, ...owner }], []],
  ];
  for (const [name, events, expected] of table)
    assert.deepEqual(judge(...events).sort(), [...expected].sort(), name);
});

/** Statuses of few codes by several operators, close together: many corroborate each other. */
const movingEvent = fc
  .record({
    base: fc.constantFrom("picked_up", "in_transit", "out_for_delivery", "delivery_attempted"),
    minutes: fc.integer({ min: 0, max: 12 }),
    provider: fc.constantFrom("acme", "globex", "initech"),
    city: fc.constantFrom(undefined, "Lyon", "Paris"),
  })
  .map(({ base, minutes, provider, city }) =>
    buildStoredEvent(
      `otep:core:${base}`,
      minutes,
      { location: city ? { address: { city } } : undefined },
      { provider },
    ),
  );

test("finds the custody gaps that the merge finds, also in loose events", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyEvent, movingEvent), { maxLength: 30 }), (events) => {
      const { events: placed, gaps = [] } = mergeTimeline(events, { subject });
      const loose = placed.map(({ corroborates, ...event }) => event);
      const { warnings } = validate(JSON.parse(JSON.stringify({ events: loose })), { now });
      const gap_paths = warnings.filter(({ code }) => code === "custody_gap").map(({ path }) => path);
      const ids = gap_paths.map((path) => placed[Number(path.split("/")[2])]?.event_id);
      assert.deepEqual(
        ids,
        gaps.map(({ to_event }) => to_event),
      );
    }),
    { numRuns: runs(600) },
  );
});

test("accepts a page of a timeline's events, in either order, and its CloudEvents", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), fc.nat({ max: 10 }), (events, from) => {
      const timeline = mergeTimeline(events, { subject, owners: ["owner"] });
      const page = timeline.events.slice(from, from + 10);
      const bodies = [
        { events: page, next_cursor: null, revision: timeline.revision },
        { events: page.toReversed(), next_cursor: "x", revision: timeline.revision },
        toCloudEventBatch(page),
      ];
      for (const body of bodies)
        assert.deepEqual(validate(JSON.parse(JSON.stringify(body)), { now }).errors, []);
    }),
  );
});

test("reports the same losses as the projections", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
      const timeline = mergeTimeline(events, { subject, owners: ["owner"] });
      for (const view of [timeline, redactTimeline(timeline)]) {
        const { losses } = validate(JSON.parse(JSON.stringify(view)), { now }).summary;
        for (const { format, project } of projections) {
          assert.equal(losses?.[format], project(view, { public_url: "https://otep.dev/" }).loss, format);
        }
      }
    }),
  );
});

test("reports no losses for invalid or too long documents, or when not requested", () => {
  const event = {
    subject: "PKH0001",
    occurred_at: "2026-03-02T08:00:00Z",
    status_code: "otep:sensor:reading",
  };
  const events = Array.from({ length: 1001 }, (_, index) => ({ ...event, event_id: `e${index}` }));
  assert.notEqual(validate(events.slice(1), { now }).summary.losses, null);
  assert.equal(validate(events, { now }).summary.losses, null);
  assert.equal(validate({ ...event, status_code: "x" }, { now }).summary.losses, null);
  assert.equal(validate(event, { now, losses: false }).summary.losses, null);
});

test("respects the limits of events and findings", () => {
  const events = Array.from({ length: 10_000 }, () => ({}));
  const { errors, summary } = validate({ events }, { now });
  assert.equal(errors.length, FINDINGS_MAX);
  assert.equal(summary.error_count, 30_000);
  assert.equal(summary.omitted, 29_500);
  assert.deepEqual(
    validate({ events: [...events, {}] }, { now }).errors.map(({ path, code }) => [path, code]),
    [["/events", "too_many_events"]],
  );
});

test("reports a missing subject once", () => {
  const events = [{ occurred_at: "2026-03-02T08:00:00Z", status_code: "otep:core:created" }];
  const errors = validate({ type: "otep.timeline", events }, { now }).errors;
  assert.deepEqual(
    errors.map(({ path, code }) => [path, code]),
    [["/subject", "missing_field"]],
  );
});

test("warns about members that a timeline leaves out, and refuses members of a wrong type", () => {
  const events = [{ occurred_at: "2026-03-02T08:00:00Z", status_code: "otep:core:created" }];
  const least = { type: "otep.timeline", subject: "PKH0001", events };
  const { conformant, warnings } = validate(least, { now });
  assert.ok(conformant);
  assert.deepEqual(warnings.map(({ path }) => path).sort(), [
    "/delivered",
    "/direction",
    "/event_count",
    "/first_event_at",
    "/last_event_at",
    "/profile",
    "/profiles",
    "/revision",
    "/sources",
    "/status",
  ]);
  const wrong = {
    ...least,
    delivered: "no",
    event_count: "1",
    first_event_at: 7,
    eta: "soon",
    gaps: {},
    profiles: "core",
    revision: 7,
    status: [],
  };
  assert.deepEqual(
    validate(wrong, { now })
      .errors.map(({ path, code }) => `${path} ${code}`)
      .sort(),
    [
      "/delivered invalid_type",
      "/eta invalid_timestamp",
      "/event_count invalid_type",
      "/first_event_at invalid_timestamp",
      "/gaps invalid_type",
      "/profiles invalid_type",
      "/revision invalid_type",
      "/status invalid_type",
    ],
  );
});

test("the documentation lists the actual rules", () => {
  const guide = readFileSync(new URL("../VALIDATION.md", import.meta.url), "utf8");
  for (const { id, code, sentence } of [...ERROR_RULES, ...WARNING_RULES]) {
    assert.ok(guide.includes(`| ${id} | \`${code}\` | ${sentence} |`), id);
    assert.equal(findRuleId(code), id);
  }
  assert.equal(guide.match(/^\| OTEP-/gm)?.length, 30);
});

/** `OTEP_RUNS=50` for a long run. */
const fuzz_count = runs(2000);

test("returns bounded findings with valid pointers for any JSON, without throwing", () => {
  const codes = new Set<string>([...ERROR_RULES, ...WARNING_RULES].map(({ code }) => code));
  fc.assert(
    fc.property(anyMutant, (body) => {
      const result = validate(body, { now });
      const { errors, warnings, summary } = result;
      assert.equal(result.conformant, summary.error_count === 0);
      assert.equal(result.level === 0, !result.conformant);
      assert.ok(errors.length <= FINDINGS_MAX && warnings.length <= FINDINGS_MAX);
      for (const { path, code, message } of [...errors, ...warnings]) {
        assert.ok(codes.has(code), code);
        assert.ok(pointsInto(body, path), path);
        assert.ok(message.length <= 700, message);
      }
      assert.ok(JSON.stringify(result).length < 500_000);
    }),
    { numRuns: fuzz_count },
  );
});

/** Does the pointer refer to an existing member, or to a missing member of an existing object? */
function pointsInto(body: unknown, path: string): boolean {
  let place = body;
  const steps = path.split("/").slice(1);
  for (const [index, step] of steps.entries()) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof place !== "object" || place === null) return false;
    if (!Object.hasOwn(place, name)) return index === steps.length - 1;
    place = (place as Record<string, unknown>)[name];
  }
  return true;
}
