/**
 * The conformance vectors: the function that each file tests, called as in another implementation. Run as a program, it
 * regenerates the expected results of all files from their inputs: then format, and review what changed, because a changed
 * vector is a changed protocol.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readEpcis } from "../src/epcis/read.ts";
import { canonicalStatement } from "../src/fingerprint.ts";
import { normaliseEvent } from "../src/normalise.ts";
import { isPosition } from "../src/positions.ts";
import { chooseProjection, findProjection, formats } from "../src/projections.ts";
import { readLines } from "../src/read/lines.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline, selectProfile } from "../src/timeline.ts";
import { type Validation, validate, validateBody } from "../src/validate.ts";
import { formatVectors, vectorLinks, vectorReferences, vectorTimelines } from "./vector-timelines.ts";

const folder = new URL("../vectors/", import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: a vector is JSON, of the shape that its file describes.
export type Vector = any;

const now = Date.UTC(2026, 2, 2, 12);

/** The function under test, by the name of the file. */
export const run: Record<string, (vector: Vector) => unknown> = {
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
  profile({ input, subject, profile }) {
    const events = input.map((fields: unknown) => normaliseEvent(fields, { now }).event);
    const timeline = selectProfile(mergeTimeline(events, { subject }), profile);
    if (timeline.events.length === 0) return null;
    const { shown_profile, profiles, status, delivered, event_count, revision } = timeline;
    const visible_events = timeline.events.map(({ sequence, event_id, voided_by, after_terminal }) => ({
      ...{ sequence, event_id, voided_by, after_terminal },
    }));
    return { shown_profile, profiles, status, delivered, event_count, revision, events: visible_events };
  },
  accept({ format, accept }) {
    const choice = chooseProjection(format, accept);
    if ("refusal" in choice) return choice;
    const { projection, media_type = projection.media_type } = choice;
    return { format: projection.format, media_type };
  },
  positions: ({ sensor, status_code }) => isPosition(sensor, status_code),
  validate({ input }) {
    const { conformant, level, errors, warnings } = validate(input, { now });
    return { conformant, level, errors: errors.map(placed), warnings: warnings.map(placed) };
  },
  lines({ input }) {
    const { summary, errors }: Validation = validateBody(readLines(input, { events_max: 10_000 }), { now });
    return { event_count: summary.event_count, errors: errors.map(placed) };
  },
  "read-epcis"({ input }) {
    const { errors, items, unmapped } = readEpcis(input);
    const events = items.flatMap(({ inputs, errors }) => [
      ...errors.map(placed),
      ...inputs.map((one) => {
        const { event, errors } = normaliseEvent(one, { now });
        if (event === undefined) return errors.map(placed);
        const { subject, event_id, occurred_at, utc_offset, status_code, incident_reason, corrects, sensor } =
          event;
        const created_id = one.event_id === "" ? undefined : event_id;
        return {
          ...{
            subject: subject.id,
            event_id: created_id,
            occurred_at,
            utc_offset,
            status_code,
            incident_reason,
          },
          ...{ corrects, sensor },
        };
      }),
    ]);
    return { errors: errors.map(placed), events, unmapped: unmapped.map(placed) };
  },
  redact: ({ input, links = {}, references = [] }) =>
    redactTimeline(input, {
      public_proof: (_proof, event, index) => links[`${event.event_id}/${index}`],
      public_reference: ({ scheme, id }) => references.includes(`${scheme}:${id}`),
    }),
};

for (const format of formats) {
  run[`formats/${format}`] = ({ timeline, view, public_url, namespace }) => {
    const source = files.get("redact")!.vectors.find(({ name }) => name === timeline)!;
    return findProjection(format)!.project(view === "full" ? source.input : source.expected, {
      public_url,
      ...(namespace === undefined ? {} : { namespace }),
    });
  };
}

function placed({ path, code }: { path: string; code: string }) {
  return { path, code };
}

/** The files by name, without `.json`. */
export const files = new Map<string, { about: string; vectors: Vector[] }>(
  Object.keys(run).flatMap((name) => {
    const file = getFileUrl(name);
    return existsSync(file) ? [[name, JSON.parse(readFileSync(file, "utf8"))]] : [];
  }),
);

/** The expected result of a vector, in plain JSON. */
export function computeExpected(operation: string, vector: Vector): unknown {
  return JSON.parse(JSON.stringify(run[operation]!(vector)));
}

/** The vectors of the files whose inputs are generated, without expected results. */
export function buildGeneratedInputs(): Map<string, Vector[]> {
  const redact = [...vectorTimelines].map(([name, timeline]) => {
    const input = JSON.parse(JSON.stringify(timeline));
    return {
      name,
      ...(name in vectorLinks ? { links: vectorLinks[name] } : {}),
      ...(name in vectorReferences ? { references: vectorReferences[name] } : {}),
      input,
    };
  });
  return new Map<string, Vector[]>([
    ["redact", redact],
    ...formats.map((format): [string, Vector[]] => [`formats/${format}`, formatVectors(format)]),
  ]);
}

function getFileUrl(name: string): URL {
  return new URL(`${name}.json`, folder);
}

const ABOUT_FORMAT =
  "A timeline of redact.json in (`timeline` names it; its `input` where `view` is full, else its `expected`), with the " +
  "address at which it is read and the base of our own URIs; the document of the format out, and the number of events " +
  "that it could not express.";
const ABOUT_REDACT =
  "A full timeline in; its public view out. `links` are those of proofs that the business shows, by event id and place " +
  "of the proof; `references` are the parents and related subjects that the public can look up.";

if (import.meta.main) {
  mkdirSync(new URL("formats/", folder), { recursive: true });
  for (const [name, vectors] of buildGeneratedInputs()) {
    files.set(name, { about: name === "redact" ? ABOUT_REDACT : ABOUT_FORMAT, vectors });
  }
  // The public views come before the formats, which use them as input.
  for (const name of Object.keys(run)) {
    const file = files.get(name)!;
    for (const vector of file.vectors) vector.expected = computeExpected(name, vector);
    writeFileSync(getFileUrl(name), `${JSON.stringify(file, null, 2)}\n`);
  }
}
