/** Evidence of an event: proofs, a sensor's reading, quantities. */
import { PROOF_TYPES, type Proof, type Quantity, type Sensor } from "../event.ts";
import {
  isAbsent,
  isRecord,
  LIMITS,
  readCount,
  readList,
  readNumber,
  readObject,
  readProse,
  readText,
  readWord,
  reportUnknown,
} from "./read.ts";
import type { Report } from "./report.ts";
import { readInstant } from "./times.ts";

const SHA256 = /^[0-9a-fA-F]{64}$/;
const proofTypes = new Set<string>(PROOF_TYPES);

export function readProofs(report: Report, value: unknown): Proof[] | undefined {
  return readList(report, value, "/proof", LIMITS.proofs, readProof);
}

// `url` is the short-lived link of the public view; it is not stored.
const proofMembers = new Set(["type", "ref", "sha256", "signed_by", "relation", "captured_at", "url"]);

function readProof(report: Report, value: unknown, path: string): Proof | undefined {
  if (!isRecord(value)) return report.error(path, "invalid_type", "A proof is an object.");
  reportUnknown(report, value, path, proofMembers);
  if (isAbsent(value.type)) return report.error(`${path}/type`, "missing_field", "type is required.");
  const type = readWord(report, value.type, `${path}/type`, proofTypes);
  const ref = readText(report, value.ref, `${path}/ref`, LIMITS.text);
  const sha256 = readText(report, value.sha256, `${path}/sha256`, 64);
  if (sha256 !== undefined && !SHA256.test(sha256)) {
    report.error(`${path}/sha256`, "invalid_type", "Must be 64 hexadecimal digits.");
  }
  const signed_by = readProse(report, value.signed_by, `${path}/signed_by`, LIMITS.name);
  const relation = readText(report, value.relation, `${path}/relation`, LIMITS.word);
  const captured_at = readInstant(report, value.captured_at, `${path}/captured_at`);
  if (type === undefined) return undefined;
  const proof: Proof = { type: type as Proof["type"] };
  if (ref !== undefined) proof.ref = ref;
  if (sha256 !== undefined) proof.sha256 = sha256.toLowerCase();
  if (signed_by !== undefined) proof.signed_by = signed_by;
  if (relation !== undefined) proof.relation = relation;
  if (captured_at !== undefined) proof.captured_at = captured_at;
  return proof;
}

const sensorMembers = new Set(["device_id", "property", "value", "unit", "phenomenon_time", "min", "max"]);

export function readSensor(report: Report, value: unknown): Sensor | undefined {
  const fields = readObject(report, value, "/sensor", "invalid_type");
  if (fields === undefined) return undefined;
  reportUnknown(report, fields, "/sensor", sensorMembers);
  if (isAbsent(fields.property)) {
    return report.error("/sensor/property", "missing_field", "property is required.");
  }
  const device_id = readText(report, fields.device_id, "/sensor/device_id", LIMITS.event_id);
  const property = readText(report, fields.property, "/sensor/property", LIMITS.word);
  const measured =
    typeof fields.value === "boolean"
      ? fields.value
      : typeof fields.value === "string"
        ? readText(report, fields.value, "/sensor/value", LIMITS.name)
        : readNumber(report, fields.value, "/sensor/value");
  const unit = readText(report, fields.unit, "/sensor/unit", 32);
  const phenomenon_time = readInstant(report, fields.phenomenon_time, "/sensor/phenomenon_time");
  const min = readNumber(report, fields.min, "/sensor/min");
  const max = readNumber(report, fields.max, "/sensor/max");
  if (property === undefined) return undefined;
  const sensor: Sensor = { property };
  if (device_id !== undefined) sensor.device_id = device_id;
  if (measured !== undefined) sensor.value = measured;
  if (unit !== undefined) sensor.unit = unit;
  if (phenomenon_time !== undefined) sensor.phenomenon_time = phenomenon_time;
  if (min !== undefined) sensor.min = min;
  if (max !== undefined) sensor.max = max;
  return sensor;
}

const quantityMembers = new Set(["pieces", "of", "weight_kg"]);

export function readQuantity(report: Report, value: unknown): Quantity | undefined {
  const fields = readObject(report, value, "/quantity", "invalid_type");
  if (fields === undefined) return undefined;
  reportUnknown(report, fields, "/quantity", quantityMembers);
  const quantity: Quantity = {};
  const pieces = readCount(report, fields.pieces, "/quantity/pieces");
  if (pieces !== undefined) quantity.pieces = pieces;
  const of = readCount(report, fields.of, "/quantity/of");
  if (of !== undefined) quantity.of = of;
  if (pieces !== undefined && of !== undefined && pieces > of) {
    report.error("/quantity/pieces", "invalid_type", "pieces cannot exceed of.");
  }
  const weight_kg = readNumber(report, fields.weight_kg, "/quantity/weight_kg", 0);
  if (weight_kg !== undefined) quantity.weight_kg = weight_kg;
  for (const _ in quantity) return quantity;
  return undefined;
}
