/** The two scalars added to GraphQL's own. */
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from "graphql";

function int53(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw new GraphQLError(
    `Int53 cannot represent ${JSON.stringify(value) ?? String(value)}: it is a whole number of at most 53 bits.`,
  );
}

export const Int53 = new GraphQLScalarType<number, number>({
  name: "Int53",
  description:
    "A whole number from -9007199254740991 to 9007199254740991, where 32 bits are too few: ids, money, totals. Variables may be declared Int instead.",
  serialize: (value) => int53(typeof value === "bigint" ? Number(value) : value),
  parseValue: int53,
  parseLiteral(node) {
    if (node.kind !== Kind.INT)
      throw new GraphQLError("Int53 is written as a whole number.", { nodes: node });
    return int53(Number(node.value));
  },
});

function parseJsonLiteral(node: ValueNode, variables: Record<string, unknown>): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map((value) => parseJsonLiteral(value, variables));
    case Kind.OBJECT:
      // Entries become own properties, including `__proto__`.
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, parseJsonLiteral(value, variables)]),
      );
    case Kind.VARIABLE:
      return variables[node.name.value];
    default:
      return node.value;
  }
}

export const Json = new GraphQLScalarType<unknown, unknown>({
  name: "JSON",
  description: "Any JSON value, where the members are not known beforehand.",
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => parseJsonLiteral(node, variables ?? {}),
});
