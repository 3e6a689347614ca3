/** Checks of a call's input before it runs. */
import type { Actor } from "../caller/actor.ts";
import type { Operation } from "../define/define.ts";
import { Refusal } from "../define/refusal.ts";
import {
  findExcessiveNesting,
  findSchemaErrors,
  findUnstorableOrTooDeep,
  type JsonSchema,
} from "../define/schema.ts";
import { refusals } from "../response/platform-messages.ts";

/**
 * Refuses with the errors of an input, one entry per field, and fills in defaults. URLs may carry query parameters
 * that a read does not know; they are ignored unless `is_closed`.
 */
export function checkInput(operation: Operation, input: Record<string, unknown>, is_closed = false): void {
  const body_member = operation.rest?.body?.member;
  if (!is_closed && operation.effect === "read") dropUnknown(operation.input as JsonSchema, input);
  const { per_item, others } = splitByItem(operation.input as JsonSchema, input);
  // An operation validates a raw body itself, event by event; so does one with a list that it checks item by item.
  const unstorable =
    findUnstorableOrTooDeep(body_member === undefined ? others : { ...others, [body_member]: undefined }) ??
    findExcessiveNesting(per_item);
  const errors =
    unstorable === null
      ? findSchemaErrors(operation.input, is_closed ? "write" : operation.effect, input)
      : [unstorable];
  if (errors === null) return;
  throw new Refusal("invalid_request", "invalid", { message: refusals.invalid_request, errors });
}

function dropUnknown(schema: JsonSchema, input: Record<string, unknown>): void {
  const { type, properties, additionalProperties, patternProperties } = schema;
  if (type !== "object" || additionalProperties !== undefined || patternProperties !== undefined) return;
  for (const name of Object.keys(input)) if (!Object.hasOwn(properties ?? {}, name)) delete input[name];
}

const NOTHING = {};

const isText = (value: unknown) => [value].flat().every((one) => typeof one === "string");

function splitByItem(
  { properties = {} }: JsonSchema,
  input: Record<string, unknown>,
): { per_item: Record<string, unknown>; others: Record<string, unknown> } {
  const names = Object.keys(input).filter(
    (name) =>
      Object.hasOwn(properties, name) &&
      (properties[name]?.["x-per-item"] || (properties[name]?.["x-any-text"] && isText(input[name]))),
  );
  if (names.length === 0) return { per_item: NOTHING, others: input };
  const [per_item, others] = [{ ...input }, { ...input }];
  for (const name of Object.keys(input)) delete (names.includes(name) ? others : per_item)[name];
  return { per_item, others };
}

/**
 * A customer may ask only for itself. A request that names another customer is refused as not found, so that its
 * response is not mistaken for the other customer's and does not reveal whether that customer exists.
 */
export function checkCustomer({ role, customer_id }: Actor, input: Record<string, unknown>): void {
  const named_customer = input["customer_id"];
  if (role === "customer" && typeof named_customer === "number" && named_customer !== customer_id)
    throw new Refusal("not_found", "not_found", { message: refusals.no_customer });
}
