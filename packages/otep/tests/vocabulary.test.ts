import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { renderCodes } from "../scripts/generate-codes.ts";
import * as vocabulary from "../src/vocabulary.ts";

const { codes, profiles, incidentReasons, phases, transitions, epcisReverse } = vocabulary;

test("holds 12 profiles, 138 codes, 55 reasons, 28 core codes and 6 phases, each named once", () => {
  assert.equal(profiles.length, 12);
  assert.equal(new Set(codes.map((entry) => entry.id)).size, 138);
  assert.equal(codes.length, 138);
  assert.equal(new Set(incidentReasons.map((entry) => entry.code)).size, 55);
  assert.equal(incidentReasons.length, 55);
  assert.equal(codes.filter((entry) => entry.id.startsWith("otep:core:")).length, 28);
  assert.deepEqual(
    phases.map((phase) => phase.name),
    ["pre_shipment", "pickup", "inbound", "transit", "out_for_delivery", "delivered"],
  );
  assert.equal(vocabulary.PROTOCOL_VERSION, "1.0.0");
});

for (const entry of codes) {
  test(`${entry.id} follows its base`, () => {
    const base = vocabulary.findCoreCode(entry.base);
    assert.ok(base, `base ${entry.base} is a core code`);
    assert.ok(vocabulary.isStatusCodeForm(entry.id));
    assert.ok(vocabulary.isProfile(vocabulary.getProfile(entry.id)));
    assert.ok(entry.label.length > 0);
    if (entry.effect === "status") {
      assert.equal(base.effect, "status");
      assert.equal(entry.phase, base.phase);
      assert.equal(entry.terminal, base.terminal);
      assert.equal(entry.order, base.order);
    } else {
      assert.equal(entry.phase, null);
      assert.equal(entry.terminal, false);
      assert.ok(entry.order >= 700 && entry.order < 800, "annotations sort before terminal statuses only");
    }
    if (entry.terminal) assert.ok(entry.order >= 800, "terminal statuses sort last");
  });
}

test("has four final statuses without transitions in the table", () => {
  const terminal = codes.filter((entry) => entry.terminal && entry.id.startsWith("otep:core:"));
  assert.deepEqual(
    terminal.map((entry) => entry.base),
    ["delivered", "returned", "rejected", "cancelled"],
  );
  for (const { base } of terminal) assert.deepEqual(transitions.allowed[base], []);
});

test("has only core codes in the transition table and in the reverse EPCIS map", () => {
  const named_codes = [
    ...Object.keys(transitions.allowed),
    ...Object.values(transitions.allowed).flat(),
    ...transitions.transparent,
    ...Object.values(epcisReverse.pairs),
    ...Object.values(epcisReverse.byBizStep),
    ...Object.values(epcisReverse.byDisposition),
  ];
  for (const name of named_codes) assert.ok(vocabulary.findCoreCode(name), name);
  for (const reason of Object.values(epcisReverse.incidentFromDisposition)) {
    assert.ok(vocabulary.findIncidentReason(reason), reason);
  }
});

test("resolves registered, experimental and unknown codes", () => {
  assert.equal(vocabulary.getCode("otep:locker:collected").base, "delivered");
  assert.equal(vocabulary.isTerminal("otep:locker:collected"), true);
  assert.equal(vocabulary.getPhase("otep:core:held"), null);
  assert.equal(vocabulary.getEffect("otep:sensor:reading"), "annotation");
  assert.equal(vocabulary.getBase("otep:lastmile:x-drone", "in_transit"), "in_transit");
  assert.equal(vocabulary.getBase("otep:lastmile:x-drone"), "note");
  assert.equal(vocabulary.getProfile("otep:x-drone:landed"), "x-drone");
  assert.throws(() => vocabulary.getCode("otep:core:teleported"), RangeError);
});

test("the generated code types match the vocabulary", () => {
  const written = readFileSync(new URL("../src/codes.gen.ts", import.meta.url), "utf8");
  assert.equal(written, renderCodes());
});
