/** Calls an operation over each surface, with every member of its response. */
import assert from "node:assert/strict";
import { type GraphQLOutputType, getNamedType, isObjectType } from "graphql";
import type { Operation } from "#operation/define/define.ts";
import type { Registry } from "#operation/define/registry.ts";
import { graphqlEngine } from "#surfaces/graphql/engine.ts";
import type { TestPerson } from "#tests/support/service.ts";

type Values = Record<string, unknown>;

/** Selects all fields of a type, down to the maximum depth of a document. */
function selectAll(type: GraphQLOutputType, depth: number): string {
  const named_type = getNamedType(type);
  if (!isObjectType(named_type)) return "";
  const fields = Object.values(named_type.getFields()).map(({ name, type: inner }) => {
    if (!isObjectType(getNamedType(inner))) return name;
    return depth === 0 ? "" : `${name}${selectAll(inner, depth - 1)}`;
  });
  return ` { ${fields.filter((field) => field !== "").join(" ")} __typename }`;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return `{${members.join(", ")}}`;
}

/** A document with this call, as the field `it`. */
export function buildDocument(registry: Registry, operation: Operation, input: Values): string {
  const { schema } = graphqlEngine(registry);
  const reads = operation.effect === "read";
  const field = (reads ? schema.getQueryType() : schema.getMutationType())?.getFields()[operation.name];
  assert.ok(field);
  const argument_texts = Object.entries(input).map(([name, value]) => `${name}: ${literal(value)}`);
  const call = argument_texts.length === 0 ? "" : `(${argument_texts.join(", ")})`;
  return `${reads ? "query" : "mutation"} { it: ${operation.name}${call}${selectAll(field.type, 9)} }`;
}

/** Absent and null are one thing in GraphQL; the name of a type is not part of a response. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const output_members = Object.entries(value).filter(
    ([name, member]) => member !== null && name !== "__typename",
  );
  return Object.fromEntries(output_members.map(([name, member]) => [name, withoutNulls(member)]));
}

/** The path of a route with the members of an input that it names, and the members that are left. */
export function fillPath(route: string, input: Values): { path: string; left: Values } {
  const other_input = { ...input };
  const path = route.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = other_input[name] ?? 1;
    delete other_input[name];
    return encodeURIComponent(String(value));
  });
  return { path, left: other_input };
}

/** The responses of one read over every surface that has it. */
export async function callEverywhere(
  registry: Registry,
  operation: Operation,
  input: Values,
  { http }: TestPerson,
): Promise<unknown[]> {
  const { rest, mcp } = operation;
  const answers: unknown[] = [];
  if (rest !== undefined) {
    const { path, left } = fillPath(rest.path, input);
    answers.push((await http(rest.method, `${path}?${new URLSearchParams(left as never)}`)).body);
  }
  const query = buildDocument(registry, operation, input);
  answers.push((await http("POST", "/api/graphql", { query })).body.data?.it);
  if (mcp?.user !== undefined) {
    const params = { name: mcp.user, arguments: input };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const { untrusted: _authors, ...answer } =
      (await http("POST", "/mcp", message)).body.result?.structuredContent ?? {};
    answers.push(answer);
  }
  return answers.map(withoutNulls);
}
