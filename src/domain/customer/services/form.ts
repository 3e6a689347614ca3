/** Validates the answers to the form of a service, one entry for each wrong field. */

import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { fields, text_faults } from "#operation/response/platform-messages.ts";
import { getTextKind, judgeText } from "#vocabulary/text.ts";
import { type FormField, type FormFields, TEXT_MAX } from "./form-schema.ts";
import { messages } from "./messages.ts";

export type Answers = Readonly<Record<string, unknown>>;

/** Most entries of a list that sets no limit. */
const ENTRIES_MAX = 50;
/** Digits with the signs that people write between them. */
const PHONE = /^\+?[0-9][0-9 ()./-]{3,48}[0-9]$/;
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/;

/** The members of an address, with their greatest lengths. */
const ADDRESS: Readonly<Record<string, number>> = {
  name: 255,
  phone: 50,
  email: 320,
  line1: 255,
  line2: 255,
  city: 120,
  region: 120,
  postal_code: 20,
  country: 2,
  instructions: 500,
};

type Report = (at: string, message: Message) => void;

function isDate(text: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  email: (text) => text.length <= 320 && EMAIL.test(text),
  phone: (text) => PHONE.test(text),
};

function checkText(field: FormField, value: string, at: string, report: Report): void {
  const { enum: words, format, minLength = 0, maxLength = TEXT_MAX } = field;
  const length = [...value].length;
  if (words !== undefined) {
    if (!words.includes(value)) report(at, fields.one_of.with({ words: words.join(", ") }));
    return;
  }
  if (length < minLength)
    report(at, minLength === 1 ? fields.empty : fields.characters_min.with({ limit: minLength }));
  else if (length > maxLength) report(at, fields.characters_max.with({ limit: maxLength }));
  else if (format !== undefined && FORMATS[format]?.(value) === false)
    report(at, fields.format.with({ format }));
}

function checkNumber(field: FormField, value: number, at: string, report: Report): void {
  const { type, minimum, maximum } = field;
  if (!Number.isFinite(value) || Math.abs(value) > 1e15) report(at, messages.not_storable_number);
  else if (type === "integer" && !Number.isInteger(value)) report(at, messages.whole_number);
  else if (minimum !== undefined && value < minimum) report(at, fields.minimum.with({ limit: minimum }));
  else if (maximum !== undefined && value > maximum) report(at, fields.maximum.with({ limit: maximum }));
}

const isObject = (value: unknown): value is Answers =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function checkAddress(value: Answers, at: string, report: Report): void {
  for (const name of Object.keys(value)) {
    const most = Object.hasOwn(ADDRESS, name) ? ADDRESS[name] : undefined;
    const member = cleanText(
      value,
      { name, maxLength: most ?? TEXT_MAX },
      `${at}/${name.slice(0, 80)}`,
      report,
    );
    if (most === undefined) report(`${at}/${name.slice(0, 80)}`, messages.no_member_of_address);
    else if (typeof member !== "string") report(`${at}/${name}`, fields.string);
    else if (member.length > most) report(`${at}/${name}`, fields.characters_max.with({ limit: most }));
    else if (name === "country" && !/^[A-Z]{2}$/.test(member)) report(`${at}/${name}`, messages.country_code);
  }
  if (typeof value["line1"] !== "string" || value["line1"].trim() === "")
    report(`${at}/line1`, fields.required);
}

function checkList(field: FormField, value: unknown, at: string, report: Report): void {
  const most = field.maxItems ?? ENTRIES_MAX;
  if (!Array.isArray(value)) report(at, fields.array);
  else if (value.length > most) report(at, fields.entries_max.with({ limit: most }));
  else {
    const level = (field.items ?? { properties: {} }) as Level;
    for (const [index, entry] of value.entries()) {
      if (isObject(entry)) checkLevel(level, entry, `${at}/${index}`, report);
      else report(`${at}/${index}`, fields.object);
    }
  }
}

function checkValue(field: FormField, value: unknown, at: string, report: Report): void {
  const { type } = field;
  if (type === "array") checkList(field, value, at, report);
  else if (type === "object") {
    if (isObject(value)) checkAddress(value, at, report);
    else report(at, messages.an_address);
  } else if (typeof value !== (type === "integer" ? "number" : type)) report(at, fields[type]);
  else if (typeof value === "string") checkText(field, value, at, report);
  else if (typeof value === "number") checkNumber(field, value, at, report);
}

/** Judges a text as in every other input, and puts the text as it is stored in its place. */
function cleanText(
  answers: Answers,
  { name, maxLength }: { name: string; maxLength: number },
  at: string,
  report: Report,
): unknown {
  const value = answers[name];
  if (typeof value !== "string") return value;
  const judged = judgeText(getTextKind(name, { maxLength }), value);
  if ("fault" in judged) report(at, text_faults[judged.fault]);
  else (answers as Record<string, unknown>)[name] = judged.text;
  return answers[name];
}

interface Level {
  properties: Readonly<Record<string, FormField>>;
  required?: readonly string[];
}

/** Whether a field is asked, by the answers at its level. One that depends on a field that is not asked is not asked either. */
export function isAsked(level: Level, name: string, answers: Answers): boolean {
  const depends = level.properties[name]?.["x-depends-on"];
  if (depends === undefined) return true;
  return (
    isAsked(level, depends.field, answers) && depends.in.some((value) => value === answers[depends.field])
  );
}

/** Null is no answer. A text of spaces answers no required field. */
function isAnswered(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== "string" || value.trim() !== "";
}

function checkLevel(level: Level, answers: Answers, at: string, report: Report): void {
  const { properties, required = [] } = level;
  for (const [name, value] of Object.entries(answers)) {
    const place = `${at}/${name.slice(0, 80)}`;
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (field === undefined) report(place, messages.no_field_of_form);
    else if (value === null) continue;
    else if (!isAsked(level, name, answers))
      report(place, messages.asked_only_with.with({ field: field["x-depends-on"]?.field ?? "" }));
    else {
      const maxLength = field.maxLength ?? TEXT_MAX;
      checkValue(field, cleanText(answers, { name, maxLength }, place, report), place, report);
    }
  }
  for (const name of required) {
    if (isAsked(level, name, answers) && !isAnswered(answers[name])) report(`${at}/${name}`, fields.required);
  }
}

const FAULTS_MAX = 100;

/** The faults of the answers; empty when they are valid. Their texts become those that are stored. `at` is the member of the input that has them. */
export function findAnswerFaults(form: FormFields, answers: Answers, at = "form"): RefusalDetail[] {
  const faults = new Map<string, RefusalDetail>();
  checkLevel(form as Level, answers, at, (field, message) => {
    if (!faults.has(field) && faults.size < FAULTS_MAX) faults.set(field, { field, message });
  });
  return [...faults.values()];
}

/** The answers without those that are null. */
export function dropUnanswered(answers: Answers): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null));
}
