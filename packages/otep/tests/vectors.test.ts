/** The conformance vectors, run against this implementation as another one would run them. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { canonicalStatement } from "../src/fingerprint.ts";
import { normaliseEvent } from "../src/normalise.ts";
import { findProjection } from "../src/projections.ts";
import { readLines } from "../src/read/lines.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { ERROR_RULES, WARNING_RULES } from "../src/validate/rules.ts";
import { type Validation, validate, validateBody } from "../src/validate.ts";
import { codes } from "../src/vocabulary.ts";

// biome-ignore lint/suspicious/noExplicitAny: a vector is JSON, of the shape that its file describes.
type Vector = any;

const folder = new URL("../vectors/", import.meta.url);
const now = Date.UTC(2026, 2, 2, 12);

const run: Record<string, (vector: Vector) => unknown> = {
  normalise({ input, context }) {
    const { event, errors, warnings } = normaliseEvent(input, { ...context, now: Date.parse(context.now) });
    return { event: event ?? null, errors: errors.map(placed), warnings: warnings.map(placed) };
  },
  fingerprint({ input }) {
    const event = normaliseEvent(input, { now }).event!;
    const { fingerprint, event_id } = event;
    return { statement: canonicalStatement(event), fingerprint, event_id };
  },
  merge({ input, subject, at, owners }) {
    const events = input.map(
      (fields: unknown) => normaliseEvent(fields, { now, keep_recorded_at: true }).event,
    );
    const timeline = mergeTimeline([...events, ...events.toReversed()], { subject, at, owners });
    const { protocol_version, type, subject: about, sources, events: all, ...rest } = timeline;
    return {
      ...rest,
      events: all.map(
        ({ sequence, event_id, status_code, base, phase, voided_by, after_terminal, corroborates }) => ({
          sequence,
          event_id,
          status_code,
          base,
          phase,
          voided_by,
          after_terminal,
          corroborates,
        }),
      ),
    };
  },
  validate({ input }) {
    const { conformant, level, errors, warnings } = validate(input, { now });
    return { conformant, level, errors: errors.map(placed), warnings: warnings.map(placed) };
  },
  lines({ input }) {
    const { summary, errors }: Validation = validateBody(readLines(input, { events_max: 10_000 }), { now });
    return { event_count: summary.event_count, errors: errors.map(placed) };
  },
  project: ({ input, format, public_url }) => findProjection(format)!.project(input, { public_url }),
};

function placed({ path, code }: { path: string; code: string }) {
  return { path, code };
}

const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
const vectors = new Map<string, Vector[]>(
  files.map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, folder), "utf8")).vectors]),
);

test("has a runner for every file and a file for every runner", () => {
  assert.deepEqual([...vectors.keys()].sort(), Object.keys(run).sort());
});

for (const [operation, list] of vectors) {
  for (const vector of list) {
    test(`${operation}: ${vector.name}`, () => {
      assert.deepEqual(JSON.parse(JSON.stringify(run[operation]!(vector))), vector.expected);
    });
  }
}

test("shows every rule at work in the vectors of the validator", () => {
  const seen = new Set(
    vectors
      .get("validate")!
      .flatMap(({ expected }) =>
        [...expected.errors, ...expected.warnings].map(({ code }: { code: string }) => code),
      ),
  );
  const unseen = [...ERROR_RULES, ...WARNING_RULES].map(({ code }) => code).filter((code) => !seen.has(code));
  // A document of 10,001 events is no vector, and no code has been replaced yet.
  assert.deepEqual(unseen, ["too_many_events", "deprecated_code"]);
  assert.ok(codes.every(({ replaced_by }) => replaced_by === undefined));
});
