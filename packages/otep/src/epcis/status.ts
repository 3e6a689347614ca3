/** Business step and disposition as a status code, by the reverse tables of the vocabulary. */
import { epcisReverse, findCode, findCoreCode, isStatusCodeForm } from "../vocabulary.ts";

export interface EpcisStatus {
  status_code: string;
  base?: string;
  incident_reason?: string;
  /** Is the code our own extension rather than read from step and disposition? */
  stated: boolean;
  /** False when neither step nor disposition has a counterpart, and the event is an annotation. */
  mapped: boolean;
}

/** Exceptions in the sensor reports of an event. */
type SensorKind = "reading" | "alarm" | "fault";

/**
 * In this order: our own extension when its code is known or experimental; the pair; the step; the disposition;
 * otherwise an annotation. A sensor's report is a code of the sensor profile.
 */
export function readEpcisStatus(
  step: string | undefined,
  disposition: string | undefined,
  own_members: { status_code?: unknown; base?: unknown },
  sensor: "none" | "position" | SensorKind,
): EpcisStatus {
  const { status_code, base } = own_members;
  if (typeof status_code === "string") {
    if (findCode(status_code) !== undefined || (isStatusCodeForm(status_code) && /:x-/.test(status_code))) {
      return typeof base === "string"
        ? { status_code, base, stated: true, mapped: true }
        : { status_code, stated: true, mapped: true };
    }
  }
  const reason = lookup(epcisReverse.incidentFromDisposition, disposition);
  const why = reason === undefined ? {} : { incident_reason: reason };
  if (step === "sensor_reporting" && sensor !== "none") {
    return { status_code: sensorCode(sensor, disposition), ...why, stated: false, mapped: true };
  }
  const core =
    (step === undefined || disposition === undefined
      ? undefined
      : lookup(epcisReverse.pairs, `${step}|${disposition}`)) ??
    lookup(epcisReverse.byBizStep, step) ??
    lookup(epcisReverse.byDisposition, disposition);
  if (core === undefined) return { status_code: "otep:core:note", ...why, stated: false, mapped: false };
  return { status_code: findCoreCode(core)!.id, ...why, stated: false, mapped: true };
}

function sensorCode(sensor: "position" | SensorKind, disposition: string | undefined): string {
  if (sensor === "position") return "otep:sensor:position";
  if (sensor === "fault") return "otep:sensor:device_fault";
  if (sensor === "alarm" || disposition === "non_conformant") return "otep:sensor:threshold_breached";
  return disposition === "conformant" ? "otep:sensor:threshold_restored" : "otep:sensor:reading";
}

function lookup<Value>(table: Readonly<Record<string, Value>>, key: string | undefined): Value | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

const SPELLINGS = /^(?:https?:\/\/(?:ref|ns)\.gs1\.org\/cbv\/|cbv:)(?:BizStep|Disp|ER)-(.+)$/;
const OLD_SPELLINGS = /^urn:epcglobal:cbv:(?:bizstep|disp|er):(.+)$/;

/** The bare word of a step, disposition or error reason in any spelling; other URIs stay as they are. */
export function toBareString(value: string): string {
  if (!value.includes(":")) return value;
  return (SPELLINGS.exec(value) ?? OLD_SPELLINGS.exec(value))?.[1] ?? value;
}
