/** Fields of a source that has the same for every business. */
import type { Field } from "../rules.ts";
import type { OfferedField } from "./sources.ts";

export type FixedFields = Readonly<Record<string, readonly [type: OfferedField["type"], sql: string]>>;

export const listFixedFields = (fields: FixedFields): OfferedField[] =>
  Object.entries(fields).map(([key, [type]]) => ({ key, label: key, type }));

export const buildProperties = (
  fixed: FixedFields,
  fields: readonly Field[],
  findOther: (key: string) => string | undefined = () => undefined,
): (readonly [string, string])[] =>
  fields.flatMap(({ key }) => {
    const sql = Object.hasOwn(fixed, key) ? fixed[key]?.[1] : findOther(key);
    return sql === undefined ? [] : [[key, sql] as const];
  });
