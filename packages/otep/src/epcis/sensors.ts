/** Sensor elements as readings of ours: one per report. */
import type { Sensor } from "../event.ts";
import type { ErrorFinding } from "../finding.ts";
import { NO_OFFSET, parseInstant } from "../instant.ts";
import { parseGs1Property, toUcum } from "../projections/parts/measures.ts";
import { NAMESPACE } from "../projections/parts/uri.ts";
import { isRecord } from "./document.ts";
import { decoded, type IdentifierOptions } from "./identifiers.ts";

export interface Readings {
  sensors: Sensor[];
  /** The most severe exception in the reports. */
  kind: "none" | "reading" | "alarm" | "fault";
  /** Does any report have members that a native reading cannot hold? */
  more: boolean;
  /** Where a report should name its type, and names an exception alone. */
  untyped: string[];
  errors: ErrorFinding[];
}

const understood = new Set([
  "type",
  "exception",
  "deviceID",
  "time",
  "value",
  "component",
  "stringValue",
  "booleanValue",
  "uriValue",
  "hexBinaryValue",
  "meanValue",
  "minValue",
  "maxValue",
  "uom",
]);
const understoodMetadata = new Set(["time", "deviceID"]);
const TEXT_LENGTH = 200;
/** The property of a report that names an exception alone. */
const EXCEPTION_PROPERTY = "exception";

export function readSensors(list: unknown, path: string, options: IdentifierOptions): Readings {
  const readings: Readings = { sensors: [], kind: "none", more: false, untyped: [], errors: [] };
  if (list === undefined) return readings;
  if (!Array.isArray(list)) {
    readings.errors.push({ path, code: "invalid_type", message: "Must be a list." });
    return readings;
  }
  for (let index = 0; index < list.length; index++)
    readElement(readings, list[index], `${path}/${index}`, options);
  return readings;
}

function readElement(readings: Readings, element: unknown, path: string, options: IdentifierOptions): void {
  if (!isRecord(element) || !Array.isArray(element.sensorReport)) {
    readings.errors.push({
      path: isRecord(element) ? `${path}/sensorReport` : path,
      code: isRecord(element) && element.sensorReport === undefined ? "missing_field" : "invalid_type",
      message: "A sensor element has a list sensorReport.",
    });
    return;
  }
  const metadata = isRecord(element.sensorMetadata) ? element.sensorMetadata : {};
  if (Object.keys(element).some((name) => name !== "sensorReport" && name !== "sensorMetadata"))
    readings.more = true;
  if (Object.keys(metadata).some((name) => !understoodMetadata.has(name))) readings.more = true;
  for (let index = 0; index < element.sensorReport.length; index++) {
    const report: unknown = element.sensorReport[index];
    const here = `${path}/sensorReport/${index}`;
    const type = isRecord(report) ? readType(report) : undefined;
    if (!isRecord(report) || type === undefined) {
      readings.errors.push({
        path: isRecord(report) ? `${here}/type` : here,
        code: isRecord(report) && report.type === undefined ? "missing_field" : "invalid_type",
        message: "A report names its type, or an exception.",
      });
      continue;
    }
    if (report.type === undefined) readings.untyped.push(`${here}/type`);
    if (Object.keys(report).some((name) => !understood.has(name))) readings.more = true;
    const sensor = readReport(readings, report, type, metadata, here, path, options);
    if (sensor !== undefined) readings.sensors.push(sensor);
    const exception = typeof report.exception === "string" ? report.exception : "";
    if (exception.endsWith("ERROR_CONDITION")) readings.kind = "fault";
    else if (exception.endsWith("ALARM_CONDITION") && readings.kind !== "fault") readings.kind = "alarm";
    else if (readings.kind === "none") readings.kind = "reading";
  }
}

/** EPCIS asks for a type or an exception: an alarm need not name a quantity. */
function readType({ type, exception }: Record<string, unknown>): string | undefined {
  if (typeof type === "string") return type;
  const has_exception = type === undefined && typeof exception === "string" && exception !== "";
  return has_exception ? EXCEPTION_PROPERTY : undefined;
}

function readReport(
  readings: Readings,
  report: Record<string, unknown>,
  type: string,
  metadata: Record<string, unknown>,
  path: string,
  element: string,
  options: IdentifierOptions,
): Sensor | undefined {
  const property = readProperty(type, report.component, options);
  if (property === undefined) {
    readings.errors.push({
      path: `${path}/type`,
      code: "field_too_long",
      message: "A property has at most 64 characters.",
    });
    return undefined;
  }
  const sensor: Sensor = { property };
  const device = readDevice(report.deviceID ?? metadata.deviceID, options);
  if (device !== undefined) sensor.device_id = device;
  const value = [
    report.value,
    report.booleanValue,
    report.stringValue,
    report.hexBinaryValue,
    report.uriValue,
  ]
    .concat(report.meanValue)
    .find((value) => value !== undefined);
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)))
    sensor.value = value;
  else if (typeof value === "string" && value !== "" && value.length <= TEXT_LENGTH) sensor.value = value;
  else if (value !== undefined) readings.more = true;
  if (typeof report.uom === "string" && /^[A-Z0-9]{2,3}$/.test(report.uom)) sensor.unit = toUcum(report.uom);
  else if (report.uom !== undefined) readings.more = true;
  const [time, at] =
    report.time === undefined
      ? [metadata.time, `${element}/sensorMetadata/time`]
      : [report.time, `${path}/time`];
  if (time !== undefined) {
    const fault = findTimeFault(time, at);
    if (fault === undefined) sensor.phenomenon_time = time as string;
    else readings.errors.push(fault);
  }
  if (typeof report.minValue === "number") sensor.min = report.minValue;
  if (typeof report.maxValue === "number") sensor.max = report.maxValue;
  return sensor;
}

/** Our word for a measurement type; a type of another vocabulary keeps the last part of its URI. */
function readProperty(type: string, component: unknown, options: IdentifierOptions): string | undefined {
  let name: string | undefined = type;
  for (const namespace of [options.namespace ?? NAMESPACE, NAMESPACE]) {
    if (type.startsWith(`${namespace}property/`)) {
      name = decoded(type.slice(namespace.length + 9));
      return name === undefined || name === "" || name.length > 64 ? undefined : name;
    }
  }
  if (/^[A-Za-z]+$/.test(type)) name = parseGs1Property(type);
  else
    name = parseGs1Property(
      decoded(
        type.slice(Math.max(type.lastIndexOf("/"), type.lastIndexOf("#"), type.lastIndexOf(":")) + 1),
      ) ?? "",
    );
  if (typeof component === "string" && /^[a-z_]+$/.test(component)) name += `_${component}`;
  return name === "" || name.length > 64 ? undefined : name;
}

function readDevice(device: unknown, options: IdentifierOptions): string | undefined {
  if (typeof device !== "string") return undefined;
  let id: string | undefined = device;
  for (const namespace of [options.namespace ?? NAMESPACE, NAMESPACE]) {
    if (device.startsWith(`${namespace}device/`)) id = decoded(device.slice(namespace.length + 7));
  }
  return id === undefined || id === "" || id.length > 128 ? undefined : id;
}

/** What is wrong with a time of the document; undefined when nothing is. */
export function findTimeFault(value: unknown, path: string): ErrorFinding | undefined {
  if (value === undefined) return { path, code: "missing_field", message: "A time is required." };
  if (typeof value !== "string")
    return { path, code: "invalid_type", message: "A time is text in RFC 3339 form." };
  const epoch_ms = parseInstant(value);
  if (Number.isFinite(epoch_ms)) {
    return epoch_ms >= 946_684_800_000 && epoch_ms < 253_402_300_800_000
      ? undefined
      : { path, code: "invalid_timestamp", message: "Must lie between the years 2000 and 9999." };
  }
  return epoch_ms === NO_OFFSET
    ? { path, code: "timestamp_without_offset", message: "A time needs Z or an offset such as +02:00." }
    : { path, code: "invalid_timestamp", message: "Must be a date and time of RFC 3339." };
}
