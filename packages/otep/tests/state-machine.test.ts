import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { CoreCode } from "../src/codes.gen.ts";
import { allowedNext, checkTransitions, isAllowed, isTransparent } from "../src/state-machine.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { codes, isTerminal, transitions } from "../src/vocabulary.ts";
import { runs } from "./runs.ts";
import { buildStoredEvent, subject } from "./support.ts";

const states = Object.keys(transitions.allowed) as CoreCode[];
const steps = (...bases: string[]) => bases.map((base) => ({ status_code: `otep:core:${base}` }));
const findings = (...bases: string[]) => {
  const { errors, warnings } = checkTransitions(steps(...bases));
  return [...errors, ...warnings].map((finding) => `${finding.path} ${finding.code}`);
};

test("has a row for each core status that is not transparent", () => {
  const opaque = codes.filter((entry) => entry.id.startsWith("otep:core:") && !isTransparent(entry.base));
  assert.deepEqual(new Set(states), new Set(opaque.map((entry) => entry.base)));
});

test("reports nothing for any random walk on the table, and every walk can reach an end", () => {
  const walk = fc.tuple(fc.constantFrom(...states), fc.infiniteStream(fc.nat()), fc.infiniteStream(fc.nat()));
  fc.assert(
    fc.property(walk, ([first, choices, details]) => {
      const bases: CoreCode[] = [first];
      let state = first;
      let returning = first === "returning";
      while (allowedNext(state).length > 0) {
        // A return journey ends with returned. Long walks are directed to an end.
        let next = allowedNext(state).filter((base) => !(returning && base === "delivered"));
        const ends = next.filter((base) => isTerminal(`otep:core:${base}`));
        if (bases.length > 50 && ends.length > 0) next = ends;
        state = next[choices.next().value! % next.length]!;
        if (state === "returning") returning = true;
        bases.push(state);
      }
      // Any profile code may stand for its base, with transparent codes between.
      const events = bases.flatMap((base, index) => {
        const variants = codes.filter((entry) => entry.base === base && entry.effect === "status");
        const code = variants[details.next().value! % variants.length]!.id;
        const event = buildStoredEvent(code, index);
        return index < bases.length - 1 && index % 3 === 0
          ? [
              event,
              buildStoredEvent("otep:core:held", index + 0.5),
              buildStoredEvent("otep:sensor:reading", index + 0.6),
            ]
          : [event];
      });
      const timeline = mergeTimeline(events, { subject });
      assert.deepEqual(checkTransitions(timeline.events), { errors: [], warnings: [] });
      assert.equal(timeline.status?.terminal, true);
      assert.equal(timeline.status?.base, bases.at(-1));
    }),
    { numRuns: runs(500) },
  );
});

test("allows any first status and the repetition of any status, an end included", () => {
  for (const state of states) assert.deepEqual(findings(state, state), []);
});

test("reports each status after the end, regardless of the events between", () => {
  assert.deepEqual(findings("delivered", "note", "in_transit", "arrived"), [
    "/events/2/status_code transition_after_terminal",
    "/events/3/status_code transition_after_terminal",
  ]);
  assert.deepEqual(findings("cancelled", "held", "note"), []);
});

test("reports two different ends", () => {
  assert.deepEqual(findings("delivered", "returned"), [
    "/events/1/status_code transition_after_terminal",
    "/events/1/status_code conflicting_terminal",
  ]);
});

test("warns of steps outside the table, ignoring holds between", () => {
  assert.deepEqual(findings("created", "delivered"), ["/events/1/status_code transition_irregular"]);
  assert.deepEqual(findings("in_transit", "held", "created"), ["/events/2/status_code transition_irregular"]);
  assert.deepEqual(findings("returning", "arrived", "delivered"), [
    "/events/2/status_code transition_irregular",
  ]);
  assert.deepEqual(findings("returning", "arrived", "returned"), []);
});

test("ignores created by a provider that joins later, and compares the statuses around it", () => {
  const by = (provider: string, base: string) => ({ status_code: `otep:core:${base}`, source: { provider } });
  const getCodes = (...events: ReturnType<typeof by>[]) =>
    checkTransitions(events).warnings.map(({ path, code }) => `${path} ${code}`);
  assert.deepEqual(getCodes(by("acme", "picked_up"), by("own", "created"), by("acme", "in_transit")), []);
  assert.deepEqual(getCodes(by("acme", "in_transit"), by("own", "created"), by("own", "confirmed")), []);
  assert.deepEqual(getCodes(by("acme", "held"), by("own", "created"), by("acme", "returning")), []);
  assert.deepEqual(getCodes(by("acme", "held"), by("acme", "created"), by("acme", "returning")), [
    "/events/2/status_code transition_irregular",
  ]);
  assert.deepEqual(getCodes(by("acme", "in_transit"), by("own", "ready")), [
    "/events/1/status_code transition_irregular",
  ]);
  assert.deepEqual(getCodes(by("acme", "picked_up"), by("acme", "created")), [
    "/events/1/status_code transition_irregular",
  ]);
});

test("ignores voided events and those that are not actual", () => {
  const [first, second] = steps("delivered", "in_transit");
  assert.deepEqual(checkTransitions([{ ...first!, voided_by: "x" }, second!]).errors, []);
  assert.deepEqual(checkTransitions([{ ...first!, time_type: "planned" }, second!]).errors, []);
});

test("returns the statuses that may follow", () => {
  assert.deepEqual(allowedNext("delivered"), []);
  assert.ok(allowedNext("returning").includes("returned"));
  assert.equal(isAllowed("created", "delivered"), false);
  assert.equal(isAllowed("created", "held"), true);
});
