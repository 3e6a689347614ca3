/** Checks what a service emits in a test against the declarations of the families. */
import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Emitted } from "#operation/define/context.ts";
import type { EventCatalogue } from "#operation/define/events.ts";

/** An event of no family, for tests of mechanisms: its kind begins with `test.` and is not checked. */
export function testEvent(event: {
  subject: Emitted["subject"];
  kind: `test.${string}`;
  payload?: Record<string, unknown>;
}): Emitted {
  return event as never;
}

/** The schema with objects that allow no undeclared members, unless they say so. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (key === "$id" ? [] : [[key, closed(value)]])),
  );
  return copy["type"] === "object" && typeof copy["properties"] === "object"
    ? { additionalProperties: false, ...copy }
    : copy;
}

/** The first fault of each kind, as text. */
export function checkEvents({ kinds }: EventCatalogue) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv as never);
  const validators = new Map<string, ValidateFunction>();
  const faults = new Map<string, string>();

  const findFault = ({ kind, subject, payload = {} }: Emitted): string | null => {
    const declaration = kinds.get(kind);
    if (declaration === undefined) return "no family declares it in its events.ts";
    if (declaration.record_kinds !== "any" && !declaration.record_kinds.includes(subject.type))
      return `its subject is a ${subject.type}`;
    let validate = validators.get(kind);
    if (validate === undefined) {
      validate = ajv.compile(closed(declaration.payload) as object);
      validators.set(kind, validate);
    }
    // As it is stored: without members that are undefined.
    const stored_payload = JSON.parse(JSON.stringify(payload)) as unknown;
    return validate(stored_payload)
      ? null
      : `${ajv.errorsText(validate.errors)}: ${JSON.stringify(stored_payload).slice(0, 600)}`;
  };

  return {
    onEmit(emitted: readonly Emitted[]): void {
      for (const event of emitted) {
        if (event.kind.startsWith("test.") || faults.has(event.kind)) continue;
        const fault = findFault(event);
        if (fault !== null) faults.set(event.kind, fault);
      }
    },
    assertDeclared(): void {
      assert.deepEqual([...faults], [], "Events were emitted that differ from what their families declare.");
    },
  };
}
