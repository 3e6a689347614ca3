/**
 * Sensor properties and units in the terms of GS1: measurement types of the EPCIS context and unit codes of
 * UN/CEFACT Recommendation 20, against our property names and UCUM units.
 *
 * A property is written with a GS1 type only together with a unit of that type: a temperature in percent is
 * another property, and has its own name.
 */
import type { Sensor } from "../../event.ts";
import file from "../../mappings/gs1-measures.json" with { type: "json" };

interface Measure {
  type: string;
  /** The first is what the type is read as. */
  properties: readonly string[];
  /** UCUM to Recommendation 20; the first of each code is what the code is read as. */
  units: Readonly<Record<string, string>>;
}

/** The data is `mappings/gs1-measures.json`. */
export const measures = file.measures as unknown as readonly Measure[];

const byProperty = new Map(
  measures.flatMap((measure) => measure.properties.map((name) => [name, measure] as const)),
);
const byType = new Map(measures.map((measure) => [measure.type, measure]));
const ucumByCode = new Map(
  measures
    .flatMap((measure) => Object.entries(measure.units).map(([ucum, code]) => [code, ucum] as const))
    .reverse(),
);

// A Recommendation 20 code without a UCUM unit here travels as an annotation of UCUM: {A86}.
const ANNOTATED = /^\{([A-Z0-9]{2,3})\}$/;

/** The GS1 terms of a reading: undefined when property and unit have none together. */
export function gs1Measure(
  sensor: Pick<Sensor, "property" | "unit" | "value">,
): { type: string; uom?: string } | undefined {
  const measure = byProperty.get(sensor.property);
  if (measure === undefined) return undefined;
  if (sensor.unit === undefined) {
    // A number of a GS1 type is meaningless without its unit.
    return typeof sensor.value === "boolean" || typeof sensor.value === "string"
      ? { type: measure.type }
      : undefined;
  }
  const uom = Object.hasOwn(measure.units, sensor.unit)
    ? measure.units[sensor.unit]
    : ANNOTATED.exec(sensor.unit)?.[1];
  return uom === undefined ? undefined : { type: measure.type, uom };
}

/** The property that a GS1 measurement type is read as: `temperature`, or its name in our spelling. */
export function parseGs1Property(type: string): string {
  const measure = byType.get(type);
  if (measure !== undefined) return measure.properties[0]!;
  return type.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}

/** UCUM of a Recommendation 20 code; an annotation when there is none here. */
export function toUcum(code: string): string {
  return ucumByCode.get(code) ?? `{${code}}`;
}
