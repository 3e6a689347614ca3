import assert from "node:assert/strict";
import { test } from "node:test";
import { gs1Measure, measures, parseGs1Property, toUcum } from "../src/projections/parts/measures.ts";
import cbv from "./standards/cbv.json" with { type: "json" };
import rec20 from "./standards/rec20.json" with { type: "json" };

const symbols = new Map(rec20.units.map(({ code, symbol }) => [code, symbol]));

/** UCUM where it differs from the symbol of Recommendation 20. */
const spelt: Record<string, string> = {
  Cel: "°C",
  "[degF]": "°F",
  "%": "% or pct",
  "kg/m3": "kg/m³",
  "g/m3": "g/m³",
  "m/s2": "m/s²",
  "[g]": "gn",
  "[psi]": "lbf/in²",
  "[ft_i]": "ft",
  L: "l",
  mL: "ml",
  m3: "m³",
  deg: "°",
};

test("writes readings in types of GS1 and units of Recommendation 20, and reads both back", () => {
  for (const { type, properties, units } of measures) {
    assert.ok(cbv.sensorMeasurementTypes.includes(type), type);
    assert.equal(parseGs1Property(type), properties[0]);
    for (const [unit, uom] of Object.entries(units)) {
      assert.equal(symbols.get(uom), spelt[unit] ?? unit, uom);
      assert.equal(toUcum(uom), unit);
      for (const property of properties)
        assert.deepEqual(gs1Measure({ property, unit, value: 1 }), { type, uom });
    }
  }
});

test("has no GS1 term for a unit of another quantity, or for a number without a unit", () => {
  assert.equal(gs1Measure({ property: "temperature", unit: "%", value: 1 }), undefined);
  assert.equal(gs1Measure({ property: "temperature", unit: "constructor", value: 1 }), undefined);
  assert.equal(gs1Measure({ property: "temperature", value: 1 }), undefined);
  assert.equal(gs1Measure({ property: "constructor", unit: "Cel", value: 1 }), undefined);
  assert.deepEqual(gs1Measure({ property: "temperature", value: "high" }), { type: "Temperature" });
});

test("carries a unit code without a UCUM unit as an annotation", () => {
  assert.equal(toUcum("A86"), "{A86}");
  assert.deepEqual(gs1Measure({ property: "frequency", unit: "{A86}", value: 1 }), {
    type: "Frequency",
    uom: "A86",
  });
});
