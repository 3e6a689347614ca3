/**
 * Builds GraphQL types from JSON Schema.
 *
 * A schema with `$id` has that name (with the suffix `Input` in inputs); others are named after their position, so
 * that a name never depends on which other operations exist. Members of responses are nullable: a dry run omits
 * what only an external service knows, and a hidden price removes one member, not the whole response.
 */
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from "graphql";
import type { JsonSchema } from "#operation/define/schema.ts";
import { stringifyWithoutMarks } from "#vocabulary/ref.ts";
import { Int53, Json } from "./scalars.ts";
import { classifySchema, isName, type ObjectSchema, type Shape } from "./shape.ts";

const SCALARS = {
  string: GraphQLString,
  boolean: GraphQLBoolean,
  int: GraphQLInt,
  long: Int53,
  float: GraphQLFloat,
  json: Json,
} as const;

export interface Types {
  input(schema: JsonSchema, place: string): GraphQLInputType;
  output(schema: JsonSchema, place: string): GraphQLOutputType;
  /** Names used by two different schemas; the later one gets a numeric suffix. A correct registry has none. */
  clashes: readonly string[];
}

type NamedGraphQLType = GraphQLInputObjectType | GraphQLObjectType | GraphQLEnumType;

export function createTypes(): Types {
  const byName = new Map<string, { text: string; type: NamedGraphQLType }>();
  const clashes: string[] = [];
  const reserved = new Set([
    "Query",
    "Mutation",
    "Subscription",
    "String",
    "Boolean",
    "Int",
    "Float",
    "ID",
    "Int53",
    "JSON",
  ]);

  /** The existing type of this name from the same schema, or a new one. */
  const findOrCreate = <T extends NamedGraphQLType>(
    preferred_name: string,
    text: string,
    make: (name: string) => T,
  ): T => {
    for (let name = preferred_name, n = 2; ; name = `${preferred_name}${n++}`) {
      const existing = byName.get(name);
      if (existing?.text === text) return existing.type as T;
      if (existing !== undefined || reserved.has(name)) {
        clashes.push(name);
        continue;
      }
      const type = make(name);
      byName.set(name, { text, type });
      return type;
    }
  };

  const buildEnum = ({ words, schema }: Extract<Shape, { kind: "enum" }>, place: string) =>
    findOrCreate(
      findTypeName(schema) ?? place,
      `enum ${words.join(" ")}`,
      (name) =>
        new GraphQLEnumType({
          name,
          ...buildTypeDescription(schema),
          values: Object.fromEntries(words.map((word) => [word, { value: word }])),
        }),
    );

  const inputObject = (schema: ObjectSchema, place: string) => {
    const id = findTypeName(schema);
    const preferred_name = id === undefined ? place : id.endsWith("Input") ? id : `${id}Input`;
    return findOrCreate(
      preferred_name,
      schemaText(schema, "input"),
      (name) =>
        new GraphQLInputObjectType({
          name,
          ...buildTypeDescription(schema),
          fields: () =>
            Object.fromEntries(
              Object.entries(schema.properties).map(([key, member]) => [
                key,
                {
                  type: wrapRequired(input(member, name + toPascalCase(key)), schema, key, member),
                  ...buildTypeDescription(member),
                },
              ]),
            ) as GraphQLInputFieldConfigMap,
        }),
    );
  };

  const outputObject = (schema: ObjectSchema, place: string) =>
    findOrCreate(
      findTypeName(schema) ?? place,
      schemaText(schema, "output"),
      (name) =>
        new GraphQLObjectType({
          name,
          ...buildTypeDescription(schema),
          fields: () =>
            Object.fromEntries(
              Object.entries(schema.properties).map(([key, member]) => [
                key,
                { type: output(member, name + toPascalCase(key)), ...buildTypeDescription(member) },
              ]),
            ) as GraphQLFieldConfigMap<unknown, unknown>,
        }),
    );

  /** Enums, lists and scalars are built alike for inputs and responses; `object` builds the rest. */
  const build = <T extends GraphQLInputType | GraphQLOutputType>(
    schema: JsonSchema,
    place: string,
    open: "int" | "long",
    object: (schema: ObjectSchema, place: string) => T,
  ): T => {
    const shape = classifySchema(schema, open);
    switch (shape.kind) {
      case "enum":
        return buildEnum(shape, place) as unknown as T;
      case "list":
        return new GraphQLList(
          item(build(shape.items, place, open, object), classifySchema(shape.items, open)),
        ) as unknown as T;
      case "object":
        return object(shape.schema, place);
      default:
        return SCALARS[shape.kind] as unknown as T;
    }
  };
  const input = (schema: JsonSchema, place: string): GraphQLInputType =>
    build<GraphQLInputType>(schema, place, "int", inputObject);
  const output = (schema: JsonSchema, place: string): GraphQLOutputType =>
    build<GraphQLOutputType>(schema, place, "long", outputObject);

  return { input, output, clashes };
}

/** Required members without a default must be sent. */
export function wrapRequired(
  type: GraphQLInputType,
  of: ObjectSchema,
  key: string,
  member: JsonSchema,
): GraphQLInputType {
  const must =
    of.required?.includes(key) === true &&
    member.default === undefined &&
    !classifySchema(member, "int").nullable;
  return must ? (new GraphQLNonNull(type) as GraphQLInputType) : type;
}

function item<T extends GraphQLInputType | GraphQLOutputType>(
  type: T,
  shape: Shape,
): T | GraphQLNonNull<never> {
  return shape.nullable ? type : (new GraphQLNonNull(type) as GraphQLNonNull<never>);
}

function findTypeName(schema: JsonSchema): string | undefined {
  return schema.$id !== undefined && isName(schema.$id) ? schema.$id : undefined;
}

export function buildTypeDescription(schema: JsonSchema): { description?: string } {
  const words = [
    schema.description,
    schema["x-per-item"] ? `As JSON; members of each: ${describeMembers(schema.items ?? {})}.` : undefined,
    schema.default === undefined ? undefined : `Default: ${JSON.stringify(schema.default)}.`,
  ];
  const description = words.filter((word) => word !== undefined).join(" ");
  return description === "" ? {} : { description };
}

function describeMembers({ properties = {}, required = [] }: JsonSchema): string {
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? `${name} (required)` : name))
    .join(", ");
}

/** `order_id` and `order-id` become `OrderId`. */
export function toPascalCase(word: string): string {
  return word.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

const texts = new WeakMap<object, string>();

function schemaText(schema: JsonSchema, way: string): string {
  let text = texts.get(schema);
  if (text === undefined) {
    // The description of a member says what it is there, not what the type is.
    const { description: _of_the_member, ...rest } = schema;
    text = stringifyWithoutMarks(rest);
    texts.set(schema, text);
  }
  return `${way} ${text}`;
}
