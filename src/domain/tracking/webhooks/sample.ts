/** Sample events, made from the schemas of their payloads: for the catalogue of types and for tests. */
import type { EventCatalogue } from "#operation/define/events.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { buildPublishedEvent } from "./published.ts";

const SAMPLE_AT = "2026-01-15T09:30:00.000Z";
const SAMPLE_DATE = "2026-01-15";
const DEPTH_MAX = 8;

/** A value that the schema allows, or nearly: patterns are not followed. */
function buildSample(schema: JsonSchema, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  const [word] = schema.enum ?? [];
  if (word !== undefined) return word;
  const branch = schema.anyOf?.find(({ type }) => type !== "null");
  if (branch !== undefined) return buildSample(branch, depth);
  const [type] = [schema.type].flat();
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  if (type === "string")
    return schema.format === "date-time" ? SAMPLE_AT : schema.format === "date" ? SAMPLE_DATE : "text";
  if (type === "array")
    return schema.items === undefined || depth >= DEPTH_MAX ? [] : [buildSample(schema.items, depth + 1)];
  if (type !== "object" || depth >= DEPTH_MAX) return null;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => name !== "price_hidden")
      .map(([name, member]) => [name, buildSample(member, depth + 1)]),
  );
}

/** An event of the type, from the first of its kinds that has no condition. */
export function buildSampleEvent(catalogue: EventCatalogue, type: string, business_id: number, at: string) {
  const kinds = catalogue.types.get(type)?.kinds ?? [];
  const kind =
    kinds.find((one) => catalogue.kinds.get(one)?.public_types?.includes(type)) ?? kinds[0] ?? type;
  const declared = catalogue.kinds.get(kind);
  const [subject_type = "test"] = declared === undefined ? [] : [declared.record_kinds].flat();
  return buildPublishedEvent(
    catalogue,
    {
      id: 1,
      business_id,
      kind,
      subject_type: subject_type === "any" ? "order" : subject_type,
      subject_id: "1",
      seq: 1,
      occurred_at: at,
      recorded_at: at,
      payload:
        declared === undefined
          ? {}
          : (buildSample(declared.payload as unknown as JsonSchema) as Record<string, unknown>),
    },
    type,
    new Set(),
  );
}

/** What a test sends: a sample, which says that it is one. */
export function buildTestEvent(
  catalogue: EventCatalogue,
  type: string,
  delivery_id: number,
  business_id: number,
  at: Date | string,
) {
  const sample = buildSampleEvent(catalogue, type, business_id, new Date(at).toISOString());
  return { ...sample, id: `test_${delivery_id}`, test: true };
}
