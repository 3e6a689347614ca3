/** The events of one family in the documentation: a section of its page, and its payloads as JSON Schema. */
import type { EventCatalogue, EventDeclaration } from "#operation/define/events.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { stringifyWithoutMarks } from "#vocabulary/ref.ts";
import { buildTable, formatCode } from "./table.ts";

/** Lines of the section; none when the family declares no events. `schemas` is the path of their JSON Schemas. */
export function buildEventSection(family: string, events: EventCatalogue, schemas: string): string[] {
  const kinds = [...events.kinds].filter(([, declared]) => declared.family === family);
  const types = [...events.types].filter(([, declared]) => declared.family === family);
  if (kinds.length + types.length === 0) return [];
  return [
    "",
    "## Events",
    "",
    `What the columns mean: [events](../README.md#events). The payloads as JSON Schema: [${schemas}](${schemas}).`,
    "",
    ...buildTable(["Kind", "Subject", "Scope", "Push", "Published as", "Payload"], describeKinds(kinds)),
    ...(types.length === 0
      ? []
      : [
          "",
          ...buildTable(
            ["Public type", "Says", "Kinds"],
            types
              .toSorted(([one], [other]) => (one < other ? -1 : 1))
              .map(([type, { summary, kinds: names }]) => [
                formatCode(type),
                summary,
                formatKinds(names, type, events),
              ]),
          ),
        ]),
  ];
}

function describeKinds(kinds: readonly (readonly [string, EventDeclaration])[]): string[][] {
  const first = new Map<string, string>();
  return kinds.map(([kind, { summary, record_kinds, scope, topics = [], public_types = [], payload }]) => {
    const members = formatMembers(payload as unknown as JsonSchema);
    const same = members === "" ? undefined : first.get(members);
    if (same === undefined) first.set(members, kind);
    return [
      `${formatCode(kind)}: ${summary}`,
      [record_kinds].flat().join(", "),
      formatCode(scope),
      topics.join(", "),
      public_types
        .map((one) =>
          typeof one === "string" ? formatCode(one) : `${formatCode(one.type)} when ${one.when}`,
        )
        .join(", "),
      same === undefined ? members : `as ${formatCode(same)}`,
    ];
  });
}

/** Those that always have the type, then those that have it on a condition. */
function formatKinds(names: readonly string[], type: string, { kinds }: EventCatalogue): string {
  const byCondition = Map.groupBy(names, (kind) => {
    const public_type = kinds
      .get(kind)
      ?.public_types?.find((one) => typeof one === "object" && one.type === type);
    return typeof public_type === "object" ? public_type.when : "";
  });
  return [...byCondition]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([when, some]) => {
      const list = some.map(formatCode).join(", ");
      return when === "" ? list : `when ${when}: ${list}`;
    })
    .join("; ");
}

/** `number` string, `date?` string; `?` marks members that may be absent. */
function formatMembers(schema: JsonSchema): string {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .map(([name, member]) => {
      const price = member["x-price"] === undefined ? "" : " (price)";
      return `\`${name}${required.has(name) ? "" : "?"}\` ${formatType(member)}${price}`;
    })
    .join(", ");
}

function formatType(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(formatType))].join(" or ");
  if (schema.format !== undefined) return schema.format;
  if (schema.enum !== undefined) return "word";
  if (schema.type === "array")
    return `list of ${schema.items === undefined ? "any" : formatType(schema.items)}`;
  return [schema.type ?? "any"].flat().join(" or ");
}

/** By public type and by kind, for programs that generate code or check what they receive; undefined without events. */
export function buildEventSchemas(
  family: string,
  events: EventCatalogue,
): Record<string, unknown> | undefined {
  const kinds = [...events.kinds].filter(([, declared]) => declared.family === family);
  const types = [...events.types].filter(([, declared]) => declared.family === family);
  if (kinds.length + types.length === 0) return undefined;
  const { payloads, $defs } = shareSchemas(
    Object.fromEntries(
      kinds.map(([kind, { payload }]) => [kind, JSON.parse(stringifyWithoutMarks(payload)) as JsonSchema]),
    ),
  );
  return {
    types: Object.fromEntries(
      types.map(([type, { summary, kinds: names }]) => [type, { summary, kinds: names }]),
    ),
    kinds: Object.fromEntries(
      kinds.map(([kind, { summary, record_kinds, scope, topics = [], public_types = [] }]) => [
        kind,
        {
          summary,
          subjects: record_kinds,
          scope,
          topics,
          public_types: public_types.map((one) =>
            typeof one === "string" ? { type: one } : { type: one.type, when: one.when },
          ),
          payload: payloads[kind],
        },
      ]),
    ),
    ...(Object.keys($defs).length === 0 ? {} : { $defs }),
  };
}

/** Shorter ones are easier to read in place: a string of a format, a nullable number. */
const SHARED_CHARACTERS_MIN = 160;

/** Schemas that stand in several places become one definition, named after the first member that has it. */
function shareSchemas(payloads: Record<string, JsonSchema>): {
  payloads: Record<string, unknown>;
  $defs: Record<string, unknown>;
} {
  const occurrences = new Map<string, number>();
  const count = (schema: JsonSchema): void => {
    const text = JSON.stringify(schema);
    const occurrence = (occurrences.get(text) ?? 0) + 1;
    occurrences.set(text, occurrence);
    // What a repeated schema consists of is repeated with it.
    if (occurrence === 1) for (const part of listParts(schema)) count(part);
  };
  for (const payload of Object.values(payloads)) count(payload);

  const names = new Map<string, string>();
  const $defs: Record<string, unknown> = {};
  const share = (schema: JsonSchema, name: string): unknown => {
    const text = JSON.stringify(schema);
    if (text.length < SHARED_CHARACTERS_MIN || (occurrences.get(text) ?? 0) < 2)
      return replaceParts(schema, name);
    let definition = names.get(text);
    if (definition === undefined) {
      definition = name;
      for (let n = 2; definition in $defs; n += 1) definition = `${name}${n}`;
      names.set(text, definition);
      // Its place is kept before those of its parts.
      $defs[definition] = undefined;
      $defs[definition] = replaceParts(schema, name);
    }
    return { $ref: `#/$defs/${definition}` };
  };
  const replaceParts = (schema: JsonSchema, name: string): unknown => {
    const { properties, items, anyOf } = schema;
    return {
      ...schema,
      ...(properties === undefined
        ? {}
        : {
            properties: Object.fromEntries(
              Object.entries(properties).map(([member, part]) => [member, share(part, toTypeName(member))]),
            ),
          }),
      ...(items === undefined ? {} : { items: share(items, `${name}Item`) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map((part) => share(part, name)) }),
    };
  };
  return {
    payloads: Object.fromEntries(
      Object.entries(payloads).map(([kind, payload]) => [kind, share(payload, `${toTypeName(kind)}Payload`)]),
    ),
    $defs,
  };
}

const listParts = ({ properties = {}, items, anyOf = [] }: JsonSchema): JsonSchema[] => [
  ...Object.values(properties),
  ...(items === undefined ? [] : [items]),
  ...anyOf,
];

/** `order.cancel_requested` as `OrderCancelRequested`. */
const toTypeName = (name: string) =>
  name
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
