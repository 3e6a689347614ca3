/** Converts JSON Schema to TypeScript for the generated client. Schemas with `$id` become types of that name. */
import type { JsonSchema } from "#operation/define/schema.ts";
import { stringifyWithoutMarks } from "#vocabulary/ref.ts";

export interface Emitter {
  /** The type of a schema, as an expression. */
  printType(schema: JsonSchema): string;
  /** Declarations of all named types so far, in name order. */
  declarations(): string[];
}

export function createEmitter(): Emitter {
  const types_by_name = new Map<string, { text: string; body: string }>();

  const printType = (schema: JsonSchema): string => {
    if (schema.$id === undefined || !/^[A-Za-z]\w*$/.test(schema.$id)) return printBody(schema);
    const text = stringifyWithoutMarks(schema);
    for (let name = schema.$id, n = 2; ; name = `${schema.$id}${n++}`) {
      const existing = types_by_name.get(name);
      if (existing?.text === text) return name;
      if (existing !== undefined) continue;
      const entry = { text, body: "" };
      types_by_name.set(name, entry);
      entry.body = printBody(schema);
      return name;
    }
  };

  const printBody = (schema: JsonSchema): string => {
    if (schema.enum !== undefined) return union(schema.enum.map(literal));
    if (schema.const !== undefined) return literal(schema.const);
    const branches = schema.anyOf ?? (schema["oneOf"] as JsonSchema[] | undefined);
    if (branches !== undefined) return union(branches.map(printType));
    const all = schema["allOf"] as JsonSchema[] | undefined;
    if (all !== undefined) return all.map((part) => `(${printType(part)})`).join(" & ");
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => printBody({ ...schema, type })));
    switch (schema.type) {
      case "string":
        return "string";
      case "integer":
      case "number":
        return "number";
      case "boolean":
        return "boolean";
      case "null":
        return "null";
      case "array":
        return printArray(schema);
      default:
        return schema.type === "object" || schema.properties !== undefined ? printObject(schema) : "unknown";
    }
  };

  const printArray = ({ items }: JsonSchema): string => {
    if (Array.isArray(items)) return `[${items.map(printType).join(", ")}]`;
    return items === undefined ? "unknown[]" : `Array<${printType(items)}>`;
  };

  const printObject = (schema: JsonSchema): string => {
    const members = Object.entries(schema.properties ?? {}).map(([key, member]) => {
      const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
      const optional = schema.required?.includes(key) ? "" : "?";
      const words =
        member.description === undefined ? "" : `/** ${member.description.replaceAll("*/", "* /")} */ `;
      return `${words}${name}${optional}: ${printType(member)}`;
    });
    const patterns = Object.values(schema.patternProperties ?? {});
    const more =
      typeof schema.additionalProperties === "object"
        ? printType(schema.additionalProperties)
        : patterns[0] !== undefined
          ? printType(patterns[0])
          : schema.additionalProperties === true
            ? "unknown"
            : undefined;
    if (members.length === 0) return more === undefined ? "Record<string, never>" : `Record<string, ${more}>`;
    // An index signature must allow the types of the declared members too.
    if (more !== undefined) members.push("[name: string]: unknown");
    return `{\n${members.join(";\n")};\n}`;
  };

  return {
    printType,
    declarations: () =>
      [...types_by_name.entries()]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, { body }]) => `export type ${name} = ${body};`),
  };
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}

function union(types: string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 0 ? "never" : distinct.join(" | ");
}
