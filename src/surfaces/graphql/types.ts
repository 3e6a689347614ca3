/**
 * From JSON Schema to GraphQL types.
 *
 * A schema with `$id` keeps that name (with `Input` behind it where callers send it); others are named after
 * their place, so that a name never depends on what other operations exist. Members of answers are nullable:
 * a dry run leaves out what only the outside can tell, and a hidden price takes one member away, not the answer.
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
import type { JsonSchema } from "#operation/schema.ts";
import { Int53, Json } from "./scalars.ts";
import { isName, type ObjectSchema, type Shape, shapeOf } from "./shape.ts";

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
  /** Names that two different schemas claim; the later one carries a number. A registry in order has none. */
  clashes: readonly string[];
}

type Named = GraphQLInputObjectType | GraphQLObjectType | GraphQLEnumType;

export function makeTypes(): Types {
  const byName = new Map<string, { text: string; type: Named }>();
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

  /** The type of this name made from the same schema, or a new one. */
  const named = <T extends Named>(wanted: string, text: string, make: (name: string) => T): T => {
    for (let name = wanted, n = 2; ; name = `${wanted}${n++}`) {
      const known = byName.get(name);
      if (known?.text === text) return known.type as T;
      if (known !== undefined || reserved.has(name)) {
        clashes.push(name);
        continue;
      }
      const type = make(name);
      byName.set(name, { text, type });
      return type;
    }
  };

  const enumOf = ({ words, schema }: Extract<Shape, { kind: "enum" }>, place: string) =>
    named(
      idOf(schema) ?? place,
      `enum ${words.join(" ")}`,
      (name) =>
        new GraphQLEnumType({
          name,
          ...describe(schema),
          values: Object.fromEntries(words.map((word) => [word, { value: word }])),
        }),
    );

  const inputObject = (schema: ObjectSchema, place: string) => {
    const id = idOf(schema);
    const wanted = id === undefined ? place : id.endsWith("Input") ? id : `${id}Input`;
    return named(
      wanted,
      textOf(schema, "input"),
      (name) =>
        new GraphQLInputObjectType({
          name,
          ...describe(schema),
          fields: () =>
            Object.fromEntries(
              Object.entries(schema.properties).map(([key, member]) => [
                key,
                {
                  type: required(input(member, name + pascal(key)), schema, key, member),
                  ...describe(member),
                },
              ]),
            ) as GraphQLInputFieldConfigMap,
        }),
    );
  };

  const outputObject = (schema: ObjectSchema, place: string) =>
    named(
      idOf(schema) ?? place,
      textOf(schema, "output"),
      (name) =>
        new GraphQLObjectType({
          name,
          ...describe(schema),
          fields: () =>
            Object.fromEntries(
              Object.entries(schema.properties).map(([key, member]) => [
                key,
                { type: output(member, name + pascal(key)), ...describe(member) },
              ]),
            ) as GraphQLFieldConfigMap<unknown, unknown>,
        }),
    );

  const input = (schema: JsonSchema, place: string): GraphQLInputType => {
    const shape = shapeOf(schema, "int");
    switch (shape.kind) {
      case "enum":
        return enumOf(shape, place);
      case "list":
        return new GraphQLList(
          item(input(shape.items, place), shapeOf(shape.items, "int")),
        ) as GraphQLInputType;
      case "object":
        return inputObject(shape.schema, place);
      default:
        return SCALARS[shape.kind];
    }
  };

  const output = (schema: JsonSchema, place: string): GraphQLOutputType => {
    const shape = shapeOf(schema, "long");
    switch (shape.kind) {
      case "enum":
        return enumOf(shape, place);
      case "list":
        return new GraphQLList(
          item(output(shape.items, place), shapeOf(shape.items, "long")),
        ) as GraphQLOutputType;
      case "object":
        return outputObject(shape.schema, place);
      default:
        return SCALARS[shape.kind];
    }
  };

  return { input, output, clashes };
}

/** Required members that have no default must be sent. */
export function required(
  type: GraphQLInputType,
  of: ObjectSchema,
  key: string,
  member: JsonSchema,
): GraphQLInputType {
  const must =
    of.required?.includes(key) === true && member.default === undefined && !shapeOf(member, "int").nullable;
  return must ? (new GraphQLNonNull(type) as GraphQLInputType) : type;
}

function item<T extends GraphQLInputType | GraphQLOutputType>(
  type: T,
  shape: Shape,
): T | GraphQLNonNull<never> {
  return shape.nullable ? type : (new GraphQLNonNull(type) as GraphQLNonNull<never>);
}

function idOf(schema: JsonSchema): string | undefined {
  return schema.$id !== undefined && isName(schema.$id) ? schema.$id : undefined;
}

export function describe(schema: JsonSchema): { description?: string } {
  const words = [
    schema.description,
    schema.default === undefined ? undefined : `Default: ${JSON.stringify(schema.default)}.`,
  ];
  const description = words.filter((word) => word !== undefined).join(" ");
  return description === "" ? {} : { description };
}

/** `order_id` and `order-id` read `OrderId`. */
export function pascal(word: string): string {
  return word.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

const texts = new WeakMap<object, string>();

function textOf(schema: JsonSchema, way: string): string {
  let text = texts.get(schema);
  if (text === undefined) {
    text = JSON.stringify(schema);
    texts.set(schema, text);
  }
  return `${way} ${text}`;
}
