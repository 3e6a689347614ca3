/** The GraphQL schema of a registry: reads are queries, writes are mutations, arguments are the input's members. */
import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLObjectType,
  GraphQLSchema,
} from "graphql";
import { needsToken, type Operation } from "#operation/define.ts";
import type { Registry } from "#operation/registry.ts";
import type { JsonSchema } from "#operation/schema.ts";
import { withoutNulls } from "./arguments.ts";
import type { Execution } from "./execute.ts";
import { isName, type ObjectSchema, shapeOf } from "./shape.ts";
import { describe, makeTypes, pascal, required, type Types } from "./types.ts";

export interface Built {
  schema: GraphQLSchema;
  clashes: readonly string[];
}

export function schemaOf(registry: Registry): Built {
  const types = makeTypes();
  const queries: Record<string, GraphQLFieldConfig<unknown, Execution>> = {};
  const mutations: Record<string, GraphQLFieldConfig<unknown, Execution>> = {};
  const operations = [...registry.operations.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const operation of operations) {
    (operation.effect === "read" ? queries : mutations)[operation.name] = fieldOf(operation, types);
  }
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: "Query", fields: queries }),
    ...(Object.keys(mutations).length === 0
      ? {}
      : { mutation: new GraphQLObjectType({ name: "Mutation", fields: mutations }) }),
  });
  return { schema, clashes: types.clashes };
}

function fieldOf(operation: Operation, types: Types): GraphQLFieldConfig<unknown, Execution> {
  const input = operation.input as JsonSchema;
  const { args, inputOf } = argumentsOf(operation.name, input, types);
  return {
    type: types.output(operation.output as JsonSchema, `${pascal(operation.name)}Payload`),
    description: wordsOf(operation),
    args,
    resolve: (_root, given, execution, info) =>
      execution.call(operation, inputOf(given), String(info.path.key)),
  };
}

function wordsOf({ summary, description, access, feature, module }: Operation): string {
  const who = access.public
    ? needsToken(access)
      ? "With the token of an app's session."
      : "Public."
    : access.provider
      ? "For providers, with their signed key; over REST."
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
  inputOf(given: Record<string, unknown>): Record<string, unknown>;
}

/** An input without fixed members is one argument, `input`. */
function argumentsOf(name: string, input: JsonSchema, types: Types): Arguments {
  const shape = shapeOf(input, "int");
  const object =
    shape.kind === "object"
      ? shape.schema
      : input.properties === undefined
        ? undefined
        : closedOf(input as ObjectSchema);
  if (object === undefined || Object.keys(object.properties).length === 0) {
    if (input.type === "object" && !isOpen(input)) return { args: {}, inputOf: () => ({}) };
    return {
      args: { input: { type: types.input({}, "") } },
      inputOf: (given) => (given["input"] ?? {}) as Record<string, unknown>,
    };
  }
  const members = Object.entries(object.properties).map(([key, member]) => ({
    key,
    member,
    name: argumentName(key),
  }));
  const keyOf = new Map(members.map((member) => [member.name, member.key]));
  const args = Object.fromEntries(
    members.map(({ key, member, name: argument }) => [
      argument,
      {
        type: required(types.input(member, `${pascal(name)}Input${pascal(key)}`), object, key, member),
        ...describe(member),
      },
    ]),
  );
  return {
    args,
    inputOf: (given) =>
      withoutNulls(
        object,
        Object.fromEntries(
          Object.entries(given).map(([argument, value]) => [keyOf.get(argument) ?? argument, value]),
        ),
      ) as Record<string, unknown>,
  };
}

/** The members that have names; what an open object takes beside them is out of GraphQL's reach. */
function closedOf({ properties, required: names }: ObjectSchema): ObjectSchema {
  const known = Object.fromEntries(Object.entries(properties).filter(([key]) => isName(key)));
  return { type: "object", properties: known, ...(names === undefined ? {} : { required: names }) };
}

function isOpen({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return (
    (additionalProperties !== undefined && additionalProperties !== false) || patternProperties !== undefined
  );
}

function argumentName(key: string): string {
  return isName(key) ? key : key.replaceAll(/\W/g, "_").replace(/^(\d)/, "_$1").replace(/^__+/, "_");
}
