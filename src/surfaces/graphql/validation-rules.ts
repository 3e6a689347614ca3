/** The rules of documents: those of the specification, and one that is wider. */
import {
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  specifiedRules,
  type TypeNode,
  type ValidationContext,
  type ValidationRule,
  VariablesInAllowedPositionRule,
} from "graphql";
import { Int53 } from "./scalars.ts";

/**
 * A variable declared `Int` may be used where `Int53` is expected, as every value of `Int` is one of `Int53`: clients
 * declare ids as `Int`.
 */
const allowIntForInt53: ValidationRule = (context) =>
  VariablesInAllowedPositionRule(
    Object.create(context, {
      getRecursiveVariableUsages: {
        value(operation: OperationDefinitionNode) {
          const declared = new Set(
            (operation.variableDefinitions ?? [])
              .filter(({ type }) => getTypeName(type) === GraphQLInt.name)
              .map(({ variable }) => variable.name.value),
          );
          return context
            .getRecursiveVariableUsages(operation)
            .map((usage) =>
              usage.type && declared.has(usage.node.name.value)
                ? { ...usage, type: narrowToInt(usage.type) }
                : usage,
            );
        },
      },
    }) as ValidationContext,
  );

function getTypeName(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : getTypeName(type.type);
}

function narrowToInt(type: GraphQLInputType): GraphQLInputType {
  if (isNonNullType(type)) return new GraphQLNonNull(narrowToInt(type.ofType) as typeof GraphQLInt);
  if (isListType(type)) return new GraphQLList(narrowToInt(type.ofType as GraphQLInputType));
  return type === Int53 ? GraphQLInt : type;
}

export const validationRules: readonly ValidationRule[] = specifiedRules.map((rule) =>
  rule === VariablesInAllowedPositionRule ? allowIntForInt53 : rule,
);
