/** Marks of schemas that are not published: which kind of record a member names, and what tools say of it. */
import type { TSchema } from "typebox";
import { Id } from "./basics.ts";

/**
 * Kinds of records that members name, each with the type of what names it: an id, or a code. A family adds its own in its
 * `kinds.ts`: `declare module "#vocabulary/ref.ts" { interface RecordKinds { order: number } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: families declare the members.
export interface RecordKinds {}

export type RecordKind = keyof RecordKinds;

/** Kinds that an integer names. */
type KindWithId = { [Kind in RecordKind]: RecordKinds[Kind] extends number ? Kind : never }[RecordKind];

/** The mark of a schema of what names a record. */
export const REF = "x-ref";
/** The mark of a schema that looks like an id and names none of our records: what it is. */
export const NO_REF = "x-no-ref";

/** The id of a record of this kind; with another schema than `Id` where it has a description or limits of its own, or is a text. */
export function Ref(kind: KindWithId): typeof Id;
export function Ref<Schema extends TSchema>(kind: RecordKind, schema: Schema): Schema;
export function Ref(kind: RecordKind, schema: TSchema = Id): TSchema {
  return mark(schema, REF, kind);
}

/** An id of something that no input names: another system's, or a record of ours that nothing takes. `what` it is. */
export function NoRef(what: string): typeof Id;
export function NoRef<Schema extends TSchema>(what: string, schema: Schema): Schema;
export function NoRef(what: string, schema: TSchema = Id): TSchema {
  return mark(schema, NO_REF, what);
}

/** What tools say of a member that has no description. */
export function ToolWords<Schema extends TSchema>(words: string, schema: Schema): Schema {
  return mark(schema, "x-tool", words);
}

const MARKS: ReadonlySet<string> = new Set([REF, NO_REF, "x-tool"]);

/** The text of a schema, the same whatever its members are said to name and tools say of them. */
export function stringifyWithoutMarks(schema: object): string {
  return JSON.stringify(schema, (key, value) => (MARKS.has(key) ? undefined : value));
}

/** A copy; what TypeBox knows of a schema is not enumerable. */
function mark<Schema extends TSchema>(schema: Schema, name: string, value: string): Schema {
  const members = Object.getOwnPropertyDescriptors<object>(schema);
  return Object.defineProperties<unknown>({ [name]: value }, members) as Schema;
}
