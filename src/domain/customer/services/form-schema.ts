/**
 * Forms of services: the questions that a customer answers with an order, as a subset of JSON Schema.
 *
 * A form is an object schema. Its fields are texts, numbers, yes or no, addresses, and lists of entries with fields of
 * their own, one level deep. `x-unit` is what a number is measured in; `x-depends-on` asks a field only where another one has
 * one of some values. Browsers, programs and agents read the same schema, and `form.ts` validates for all of them.
 */
import Type from "typebox";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { messages } from "./messages.ts";

/** `object` with the format `address` is a place; entries of an `array` are objects. */
const FIELD_TYPES = ["string", "number", "integer", "boolean", "array", "object"] as const;
const FIELD_FORMATS = ["date", "email", "phone", "address"] as const;

const NAME = "^[a-z][a-z0-9_]{0,39}$";
const Title = Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" });
const Description = Type.String({ maxLength: 500 });
const FieldName = Type.String({ pattern: NAME, maxLength: 40 });
const Bound = Type.Number({ minimum: -1e12, maximum: 1e12 });
const Answer = Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] });

const FIELDS_MAX = 60;
const ENTRY_FIELDS_MAX = 20;
const ENTRIES_MAX = 100;
/** Longest text of a field that sets no limit. */
export const TEXT_MAX = 500;

/** Fields by name. Unsafe, because the compiler needs no more than their type. */
function Fields<Field extends Type.TSchema>(field: Field, most: number) {
  return Type.Unsafe<Record<string, Type.Static<Field>>>({
    type: "object",
    propertyNames: { pattern: NAME },
    additionalProperties: field,
    maxProperties: most,
  });
}

const Required = Type.Optional(Type.Array(FieldName, { maxItems: FIELDS_MAX, uniqueItems: true }));

const flat = {
  type: StringEnum(FIELD_TYPES),
  title: Title,
  description: Type.Optional(Description),
  enum: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: "Of a text: the answers to choose from.",
    }),
  ),
  format: Type.Optional(StringEnum(FIELD_FORMATS)),
  minimum: Type.Optional(Bound),
  maximum: Type.Optional(Bound),
  minLength: Type.Optional(Type.Integer({ minimum: 0, maximum: 4000 })),
  maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 4000 })),
  "x-unit": Type.Optional(
    Type.String({ minLength: 1, maxLength: 20, description: "What a number counts: kg, floors." }),
  ),
  "x-depends-on": Type.Optional(
    Type.Object(
      { field: FieldName, in: Type.Array(Answer, { minItems: 1, maxItems: 50 }) },
      { description: "Asked only where that field, at the same level, has one of these values." },
    ),
  ),
};

const EntryField = Type.Object(flat);

const FormField = Type.Object({
  ...flat,
  items: Type.Optional(
    Type.Object(
      {
        type: StringEnum(["object"]),
        properties: Fields(EntryField, ENTRY_FIELDS_MAX),
        required: Required,
      },
      { description: "Of a list: the fields of each entry." },
    ),
  ),
  maxItems: Type.Optional(Type.Integer({ minimum: 1, maximum: ENTRIES_MAX })),
});
export type FormField = Type.Static<typeof FormField>;

export const FormFields = Type.Object(
  {
    type: StringEnum(["object"]),
    properties: Fields(FormField, FIELDS_MAX),
    required: Required,
  },
  {
    $id: "FormFields",
    description:
      "A subset of JSON Schema: `type`, `title`, `enum`, `format` (date, email, phone, address), `minimum`, `maximum`, `minLength`, " +
      "`maxLength`, `items` of objects one level deep, `required`, `x-unit`, `x-depends-on`. A field of type object has the format " +
      "address, and its value is a place.",
  },
);
export type FormFields = Type.Static<typeof FormFields>;

/** Which keywords mean something for which types, besides `title` and `description`. */
const KEYWORDS: Record<FormField["type"], readonly (keyof FormField)[]> = {
  string: ["enum", "format", "minLength", "maxLength"],
  number: ["minimum", "maximum", "x-unit"],
  integer: ["minimum", "maximum", "x-unit"],
  boolean: [],
  array: ["items", "maxItems"],
  object: ["format"],
};
const OF_ANY_TYPE: readonly string[] = ["type", "title", "description", "x-depends-on"];

function findKeywordFaults(field: FormField): RefusalDetail[] {
  const allowed: readonly string[] = KEYWORDS[field.type];
  return Object.keys(field)
    .filter((keyword) => !OF_ANY_TYPE.includes(keyword) && !allowed.includes(keyword))
    .map((keyword) => ({ field: keyword, message: messages.keyword_meaningless.with({ type: field.type }) }));
}

function findFieldFaults(field: FormField, is_entry: boolean): RefusalDetail[] {
  const { type, format, minimum, maximum, minLength, maxLength, items } = field;
  const faults = findKeywordFaults(field);
  const fault = (at: string, message: Message) => faults.push({ field: at, message });
  if (type === "object" && format !== "address") fault("format", messages.object_is_address);
  if (type === "string" && format === "address") fault("type", messages.address_is_object);
  if (type === "array" && is_entry) fault("type", messages.no_list_in_list);
  if (type === "array" && !is_entry && items === undefined) fault("items", messages.required_for_list);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    fault("maximum", messages.not_below_minimum);
  if (minLength !== undefined && minLength > (maxLength ?? TEXT_MAX))
    fault("minLength", messages.not_above_max_length);
  if (items !== undefined)
    faults.push(...findLevelFaults(items, true).map((one) => ({ ...one, field: `items/${one.field}` })));
  return faults;
}

interface Level {
  properties: Readonly<Record<string, FormField>>;
  required?: readonly string[];
}

/** A field may depend on one that stands before it, so that no two wait for each other. */
function findDependencyFaults({ properties }: Level): RefusalDetail[] {
  const names = Object.keys(properties);
  return names.flatMap((name, index) => {
    const depends = properties[name]?.["x-depends-on"];
    if (depends === undefined) return [];
    const at = `properties/${name}/x-depends-on`;
    const on = names.slice(0, index).includes(depends.field) ? properties[depends.field] : undefined;
    if (on === undefined) return [{ field: `${at}/field`, message: messages.earlier_field }];
    if (on.type === "array" || on.type === "object")
      return [{ field: `${at}/field`, message: messages.no_list_or_address }];
    const wrong = depends.in.findIndex((value) => !isValidAnswer(on, value));
    return wrong < 0
      ? []
      : [{ field: `${at}/in/${wrong}`, message: messages.no_value_of_field.with({ field: depends.field }) }];
  });
}

function isValidAnswer({ type, enum: words }: FormField, value: string | number | boolean): boolean {
  if (type === "boolean") return typeof value === "boolean";
  if (type === "string") return typeof value === "string" && (words === undefined || words.includes(value));
  return typeof value === "number";
}

function findLevelFaults(level: Level, is_entry: boolean): RefusalDetail[] {
  const { properties, required = [] } = level;
  return [
    ...required.flatMap((name, index) =>
      Object.hasOwn(properties, name)
        ? []
        : [{ field: `required/${index}`, message: messages.no_field_of_form }],
    ),
    ...Object.entries(properties).flatMap(([name, field]) =>
      findFieldFaults(field, is_entry).map((one) => ({ ...one, field: `properties/${name}/${one.field}` })),
    ),
    ...findDependencyFaults(level),
  ];
}

/** What is wrong with a form beyond what its schema checks. */
export function findFormFaults(form: FormFields): RefusalDetail[] {
  return findLevelFaults(form as Level, false);
}
