/** Answers to the questions of a form: what is asked, and what is sent. Pure. */
import type { FormFields } from "../../../packages/client/client.gen.ts";

export type FormField = FormFields["properties"][string];
export type Answers = Readonly<Record<string, unknown>>;

/** A form, or the fields of one entry of a list. */
export interface Level {
  properties: Readonly<Record<string, FormField>>;
  required?: readonly string[];
}

/** Whether a field is asked, by the answers beside it: what a field depends on must be asked itself. */
export function isAsked(level: Level, name: string, answers: Answers): boolean {
  const depends = level.properties[name]?.["x-depends-on"];
  if (depends === undefined) return true;
  return (
    isAsked(level, depends.field, answers) && depends.in.some((value) => value === answers[depends.field])
  );
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

export const ADDRESS_MEMBERS = [
  "name",
  "phone",
  "email",
  "line1",
  "line2",
  "city",
  "region",
  "postal_code",
  "country",
  "instructions",
] as const;

/** Members that were answered. */
export function pickAnswered(value: object, members: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(([member, one]) => members.includes(member) && !isEmpty(one)),
  );
}

function toAnswer(field: FormField, value: unknown): unknown {
  if (field.type === "object") {
    const address = pickAnswered(value as object, ADDRESS_MEMBERS);
    // A country alone is what the input proposes.
    return Object.keys(address).some((member) => member !== "country") ? address : undefined;
  }
  if (field.type === "array" && Array.isArray(value)) {
    const level: Level = field.items ?? { properties: {} };
    return value.length === 0 ? undefined : value.map((entry: Answers) => toAnswers(level, entry));
  }
  return value;
}

/** Answers to what is asked; nothing for what is not answered. */
export function toAnswers(level: Level, answers: Answers): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(level.properties).flatMap(([name, field]) => {
      const value = answers[name];
      if (isEmpty(value) || !isAsked(level, name, answers)) return [];
      const answer = toAnswer(field, value);
      return answer === undefined ? [] : [[name, answer]];
    }),
  );
}
