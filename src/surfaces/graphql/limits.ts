/**
 * Limits the size and cost of a document, before anything runs.
 *
 * The cost of a field is 1 plus that of its selection; below a list the selection counts once per item: `per_page`
 * or `limit` items (the operation's default when absent) for the list of a paged operation, 10 for every other
 * list. Fields excluded by `@skip` and `@include` count too. Introspection has its own depth limit and costs 1 per
 * field. Source: docs/guides/graphql.md, "Limits".
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";
import type { PageSize } from "./schema.ts";

export const LIMITS = {
  /** Nested selections, including the root's. */
  depth_max: 12,
  introspection_depth_max: 20,
  cost_max: 50_000,
  /** Operations that one document may call. */
  root_fields_max: 50,
  /** Tokens of a document. */
  tokens_max: 5000,
  /** Characters of a document. */
  text_max: 100_000,
} as const;

const OTHER_LIST = 10;

interface Cost {
  cost: number;
  depth: number;
}

/** Throws when the operation exceeds a limit. */
export function checkLimits(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const root = schema.getRootType(operation.operation);
  if (root === undefined || root === null) return;
  const calculator = new CostCalculator(schema, document, operation, variables);
  const fields = calculator.listFields(operation.selectionSet);
  const calls = fields.filter(({ name }) => !name.value.startsWith("__"));
  if (calls.length > LIMITS.root_fields_max) {
    throw limitExceeded(
      `The document calls ${calls.length} operations; at most ${LIMITS.root_fields_max} are allowed.`,
    );
  }
  let cost = 0;
  for (const field of fields) {
    const is_introspection = field.name.value === "__schema" || field.name.value === "__type";
    const measured = calculator.ofField(field, root, calculator.readPageSize(field, root), is_introspection);
    const depth_max = is_introspection ? LIMITS.introspection_depth_max : LIMITS.depth_max;
    if (measured.depth > depth_max) {
      throw limitExceeded(`The document is ${measured.depth} levels deep; at most ${depth_max} are allowed.`);
    }
    cost += measured.cost;
  }
  if (cost > LIMITS.cost_max) {
    throw limitExceeded(
      `The document costs ${cost}; at most ${LIMITS.cost_max} is allowed. Ask for fewer members or a smaller per_page.`,
    );
  }
}

function limitExceeded(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "QUERY_TOO_COMPLEX" } });
}

class CostCalculator {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #variables: Record<string, unknown>;
  /** Default values of variables. */
  readonly #defaults: Map<string, ValueNode | undefined>;
  /** A fragment has the same cost wherever it is used with the same page size. */
  readonly #fragment_costs = new Map<string, Cost>();

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ) {
    this.#schema = schema;
    this.#variables = variables;
    this.#defaults = new Map(
      operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
    );
    this.#fragments = new Map(
      document.definitions
        .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    );
  }

  /** Fields of a selection, including those of fragments. Validation has refused recursive fragments. */
  listFields(selections: SelectionSetNode, limit = { left: LIMITS.tokens_max as number }): FieldNode[] {
    const fields: FieldNode[] = [];
    for (const node of selections.selections) {
      limit.left -= 1;
      if (limit.left < 0) throw limitExceeded("The document spreads too many fragments.");
      if (node.kind === Kind.FIELD) fields.push(node);
      else {
        const inner =
          node.kind === Kind.INLINE_FRAGMENT
            ? node.selectionSet
            : this.#fragments.get(node.name.value)?.selectionSet;
        if (inner !== undefined) fields.push(...this.listFields(inner, limit));
      }
    }
    return fields;
  }

  /** Number of items in the list of a paged operation; null for other operations. */
  readPageSize(field: FieldNode, root: GraphQLObjectType): number | null {
    const size = root.getFields()[field.name.value]?.extensions["page_size"] as PageSize | null | undefined;
    if (!size) return null;
    const size_value = field.arguments?.find(({ name }) => name.value === size.argument)?.value;
    const value = size_value === undefined ? null : this.#valueOf(size_value);
    // Null means absent; a value that is not a number is refused before execution.
    if (value === null) return size.default_size;
    return typeof value === "number" ? Math.min(Math.max(value, 1), size.max) : size.max;
  }

  /** A number, null, or undefined for anything else. As in execution, a variable that is not sent has its default. */
  #valueOf(size_value: ValueNode): number | null | undefined {
    if (size_value.kind === Kind.INT) return Number(size_value.value);
    if (size_value.kind === Kind.NULL) return null;
    if (size_value.kind !== Kind.VARIABLE) return undefined;
    const name = size_value.name.value;
    if (Object.hasOwn(this.#variables, name) && this.#variables[name] !== undefined) {
      const value = this.#variables[name];
      return value === null || typeof value === "number" ? value : undefined;
    }
    const default_value = this.#defaults.get(name);
    return default_value === undefined ? null : this.#valueOf(default_value);
  }

  /** `page` is the size of lists directly under a called operation; null further down. */
  ofField(field: FieldNode, parent: GraphQLObjectType, page: number | null, is_introspection: boolean): Cost {
    const definition =
      parent.getFields()[field.name.value] ?? introspectionField(this.#schema, parent, field.name.value);
    if (definition === undefined || field.selectionSet === undefined) return { cost: 1, depth: 1 };
    const type = getNamedType(definition.type);
    if (!isObjectType(type)) return { cost: 1, depth: 1 };
    const is_root = parent === this.#schema.getQueryType() || parent === this.#schema.getMutationType();
    const below = this.#ofSelections(field.selectionSet, type, is_root ? page : null, is_introspection);
    const items = is_introspection ? 1 : estimateListSize(definition.type, is_root ? null : page);
    return { cost: 1 + items * below.cost, depth: 1 + below.depth };
  }

  #ofSelections(
    selections: SelectionSetNode,
    type: GraphQLObjectType,
    page: number | null,
    is_introspection: boolean,
  ): Cost {
    const total: Cost = { cost: 0, depth: 0 };
    for (const node of selections.selections) {
      const measured =
        node.kind === Kind.FIELD
          ? this.ofField(node, type, page, is_introspection)
          : node.kind === Kind.INLINE_FRAGMENT
            ? this.#ofSelections(node.selectionSet, type, page, is_introspection)
            : this.#ofFragment(node.name.value, type, page, is_introspection);
      total.cost += measured.cost;
      total.depth = Math.max(total.depth, measured.depth);
    }
    return total;
  }

  #ofFragment(name: string, type: GraphQLObjectType, page: number | null, is_introspection: boolean): Cost {
    const key = `${name} ${page} ${is_introspection}`;
    const known_cost = this.#fragment_costs.get(key);
    if (known_cost !== undefined) return known_cost;
    const fragment = this.#fragments.get(name);
    const measured =
      fragment === undefined
        ? { cost: 0, depth: 0 }
        : this.#ofSelections(fragment.selectionSet, type, page, is_introspection);
    this.#fragment_costs.set(key, measured);
    return measured;
  }
}

function estimateListSize(type: GraphQLOutputType, page: number | null): number {
  let items = 1;
  let inner = getNullableType(type);
  while (isListType(inner)) {
    items *= page ?? OTHER_LIST;
    inner = getNullableType(inner.ofType as GraphQLOutputType);
  }
  return items;
}

function introspectionField(schema: GraphQLSchema, parent: GraphQLObjectType, name: string) {
  if (parent !== schema.getQueryType()) return undefined;
  const type = schema.getType(name === "__schema" ? "__Schema" : "__Type");
  return name === "__schema" || name === "__type" ? { type: type as GraphQLObjectType } : undefined;
}
