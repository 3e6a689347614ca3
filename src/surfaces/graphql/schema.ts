/**
 * Builds the GraphQL schema of a registry: reads are queries, writes are mutations, arguments are the input's
 * members.
 */
import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLObjectType,
  GraphQLSchema,
} from "graphql";
import { needsToken, type Operation } from "#operation/define/define.ts";
import type { Registry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { withoutNulls } from "./arguments.ts";
import type { Execution } from "./execute.ts";
import { classifySchema, isName, type ObjectSchema } from "./shape.ts";
import { buildTypeDescription, createTypes, type Types, toPascalCase, wrapRequired } from "./types.ts";

export interface BuiltSchema {
  schema: GraphQLSchema;
  clashes: readonly string[];
}

export function buildGraphqlSchema(registry: Registry): BuiltSchema {
  const types = createTypes();
  const queries: Record<string, GraphQLFieldConfig<unknown, Execution>> = {};
  const mutations: Record<string, GraphQLFieldConfig<unknown, Execution>> = {};
  const operations = [...registry.operations.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const operation of operations) {
    (operation.effect === "read" ? queries : mutations)[operation.name] = buildField(operation, types);
  }
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: "Query", fields: queries }),
    ...(Object.keys(mutations).length === 0
      ? {}
      : { mutation: new GraphQLObjectType({ name: "Mutation", fields: mutations }) }),
  });
  return { schema, clashes: types.clashes };
}

function buildField(operation: Operation, types: Types): GraphQLFieldConfig<unknown, Execution> {
  const input = operation.input as JsonSchema;
  const { args, buildInput } = buildArguments(operation.name, input, types);
  return {
    type: types.output(operation.output as JsonSchema, `${toPascalCase(operation.name)}Payload`),
    description: buildDescription(operation),
    args,
    extensions: { page_size: findPageSize(input) },
    resolve: (_root, argument_values, execution, info) =>
      execution.call(operation, buildInput(argument_values), String(info.path.key)),
  };
}

/** Default page size of a paged operation, and the argument that sets it. */
export interface PageSize {
  argument: string;
  /** The size when the argument is absent. */
  default_size: number;
  max: number;
}

const SIZES = ["per_page", "limit"];

function findPageSize({ properties = {} }: JsonSchema): PageSize | null {
  for (const argument of SIZES) {
    const { default: default_size, maximum: max } = properties[argument] ?? {};
    if (typeof default_size === "number" && typeof max === "number") return { argument, default_size, max };
  }
  return null;
}

function buildDescription({ summary, description, access, feature, module }: Operation): string {
  const who = access.public
    ? needsToken(access)
      ? "With the token of an app's session."
      : "Public."
    : access.device
      ? "For devices, with their signature; over REST."
      : access.partner
        ? "For providers, with their signed key; over REST."
        : access.link !== undefined && access.roles.length === 0
          ? "For holders of a link, with its token."
          : `Roles: ${access.roles.join(", ")}. Scopes: ${access.scopes.join(", ") || "none"}.`;
  const gates = [
    module === undefined ? "" : ` Module: ${module}.`,
    feature === undefined ? "" : ` Feature: ${feature}.`,
  ];
  const what = [summary.replace(/\.?$/, "."), ...(description === undefined ? [] : [description])].join(" ");
  return `${what} ${who}${gates.join("")}`;
}

interface Arguments {
  args: GraphQLFieldConfigArgumentMap;
  buildInput(argument_values: Record<string, unknown>): Record<string, unknown>;
}

/** An input without fixed members becomes one argument, `input`. */
function buildArguments(name: string, input: JsonSchema, types: Types): Arguments {
  const shape = classifySchema(input, "int");
  const object =
    shape.kind === "object"
      ? shape.schema
      : input.properties === undefined
        ? undefined
        : withoutOpenMembers(input as ObjectSchema);
  if (object === undefined || Object.keys(object.properties).length === 0) {
    if (input.type === "object" && !isOpen(input)) return { args: {}, buildInput: () => ({}) };
    return {
      args: { input: { type: types.input({}, "") } },
      buildInput: (argument_values) => (argument_values["input"] ?? {}) as Record<string, unknown>,
    };
  }
  const members = Object.entries(object.properties).map(([key, member]) => ({
    key,
    member,
    name: argumentName(key),
  }));
  const keys_by_name = new Map(members.map((member) => [member.name, member.key]));
  const args = Object.fromEntries(
    members.map(({ key, member, name: argument }) => [
      argument,
      {
        type: wrapRequired(
          types.input(member, `${toPascalCase(name)}Input${toPascalCase(key)}`),
          object,
          key,
          member,
        ),
        ...buildTypeDescription(member),
      },
    ]),
  );
  return {
    args,
    buildInput: (argument_values) =>
      withoutNulls(
        object,
        Object.fromEntries(
          Object.entries(argument_values).map(([argument, value]) => [
            keys_by_name.get(argument) ?? argument,
            value,
          ]),
        ),
      ) as Record<string, unknown>,
  };
}

/** The declared members; further members of an open object cannot be sent over GraphQL. */
function withoutOpenMembers({ properties, required: names }: ObjectSchema): ObjectSchema {
  const named_properties = Object.fromEntries(Object.entries(properties).filter(([key]) => isName(key)));
  return {
    type: "object",
    properties: named_properties,
    ...(names === undefined ? {} : { required: names }),
  };
}

function isOpen({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return (
    (additionalProperties !== undefined && additionalProperties !== false) || patternProperties !== undefined
  );
}

function argumentName(key: string): string {
  return isName(key) ? key : key.replaceAll(/\W/g, "_").replace(/^(\d)/, "_$1").replace(/^__+/, "_");
}
