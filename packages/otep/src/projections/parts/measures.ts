/**
 * Sensor properties and units in the words of GS1: measurement types of the EPCIS context and unit codes of
 * UN/CEFACT Recommendation 20, against our property names and UCUM units.
 *
 * A property is written with a GS1 type only together with a unit of that type: a temperature in percent is
 * something else, and keeps its own name.
 */
import type { Sensor } from "../../event.ts";

interface Measure {
  type: string;
  /** The first is what the type is read as. */
  properties: readonly string[];
  /** UCUM to Recommendation 20; the first of each code is what the code is read as. */
  units: Readonly<Record<string, string>>;
}

const LENGTH = { m: "MTR", km: "KMT", cm: "CMT", mm: "MMT", "[ft_i]": "FOT" };

export const measures: readonly Measure[] = [
  {
    type: "Temperature",
    properties: ["temperature", "temp"],
    units: { Cel: "CEL", "[degF]": "FAH", K: "KEL" },
  },
  { type: "RelativeHumidity", properties: ["humidity", "relative_humidity"], units: { "%": "P1" } },
  {
    type: "AbsoluteHumidity",
    properties: ["absolute_humidity"],
    units: { "kg/m3": "KMQ", "g/m3": "A93" },
  },
  {
    type: "Acceleration",
    properties: ["acceleration", "shock", "vibration"],
    units: { "m/s2": "MSK", "[g]": "K40" },
  },
  {
    type: "Pressure",
    properties: ["pressure"],
    units: { Pa: "PAL", hPa: "A97", kPa: "KPA", bar: "BAR", mbar: "MBR", "[psi]": "PS" },
  },
  { type: "Illuminance", properties: ["illuminance", "light"], units: { lx: "LUX" } },
  { type: "Speed", properties: ["speed"], units: { "m/s": "MTS", "km/h": "KMH" } },
  { type: "Altitude", properties: ["altitude"], units: LENGTH },
  { type: "Length", properties: ["length", "distance", "height", "width", "depth"], units: LENGTH },
  { type: "Voltage", properties: ["voltage"], units: { V: "VLT", mV: "2Z" } },
  { type: "ElectricCurrent", properties: ["electric_current", "current"], units: { A: "AMP", mA: "4K" } },
  { type: "Power", properties: ["power"], units: { W: "WTT", kW: "KWT" } },
  { type: "Mass", properties: ["mass", "weight"], units: { kg: "KGM", g: "GRM", mg: "MGM", t: "TNE" } },
  { type: "Volume", properties: ["volume"], units: { L: "LTR", m3: "MTQ", mL: "MLT" } },
  { type: "Angle", properties: ["angle", "tilt"], units: { deg: "DD", rad: "C81" } },
  { type: "Frequency", properties: ["frequency"], units: { Hz: "HTZ", kHz: "KHZ" } },
  { type: "Time", properties: ["time", "duration"], units: { s: "SEC", min: "MIN", h: "HUR", d: "DAY" } },
  { type: "Dimensionless", properties: ["dimensionless", "battery"], units: { "%": "P1", "1": "C62" } },
  { type: "Count", properties: ["count"], units: { "1": "C62" } },
];

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

/** The GS1 words of a reading: undefined when property and unit have none together. */
export function gs1Measure(
  sensor: Pick<Sensor, "property" | "unit" | "value">,
): { type: string; uom?: string } | undefined {
  const measure = byProperty.get(sensor.property);
  if (measure === undefined) return undefined;
  if (sensor.unit === undefined) {
    // A number of a GS1 type needs its unit to mean anything.
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
export function propertyOfGs1(type: string): string {
  const measure = byType.get(type);
  if (measure !== undefined) return measure.properties[0]!;
  return type.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}

/** UCUM of a Recommendation 20 code; an annotation when there is none here. */
export function ucumOf(code: string): string {
  return ucumByCode.get(code) ?? `{${code}}`;
}
