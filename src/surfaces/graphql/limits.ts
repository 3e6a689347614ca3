/**
 * How much one document may ask for, told before anything runs.
 *
 * The cost of a field is 1 and that of what is below it; below a list it counts once an item: `per_page` items
 * (50 unless said) for the list of a paged operation, 10 for every other list. Introspection has its own depth
 * and costs what it names. Source: docs/guides/graphql.md, "Limits".
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
} from "graphql";

export const LIMITS = {
  /** Selections below each other, the root's first. */
  depth_max: 12,
  introspection_depth_max: 20,
  cost_max: 50_000,
  /** Operations that one document may call. */
  root_fields_max: 50,
  /** Words, names and signs of a document. */
  tokens_max: 5000,
  /** Characters of a document. */
  text_max: 100_000,
} as const;

const PER_PAGE = 50;
const PER_PAGE_MAX = 200;
const OTHER_LIST = 10;

interface Weight {
  cost: number;
  depth: number;
}

/** Throws when the operation asks for too much. */
export function checkLimits(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const root = schema.getRootType(operation.operation);
  if (root === undefined || root === null) return;
  const weigher = new Weigher(schema, document, variables);
  const fields = weigher.fieldsOf(operation.selectionSet);
  const calls = fields.filter(({ name }) => !name.value.startsWith("__"));
  if (calls.length > LIMITS.root_fields_max) {
    throw tooMuch(
      `The document calls ${calls.length} operations; at most ${LIMITS.root_fields_max} are allowed.`,
    );
  }
  let cost = 0;
  for (const field of fields) {
    const is_introspection = field.name.value === "__schema" || field.name.value === "__type";
    const weight = weigher.ofField(field, root, weigher.perPageOf(field), is_introspection);
    const depth_max = is_introspection ? LIMITS.introspection_depth_max : LIMITS.depth_max;
    if (weight.depth > depth_max) {
      throw tooMuch(`The document is ${weight.depth} levels deep; at most ${depth_max} are allowed.`);
    }
    cost += weight.cost;
  }
  if (cost > LIMITS.cost_max) {
    throw tooMuch(
      `The document costs ${cost}; at most ${LIMITS.cost_max} is allowed. Ask for fewer members or a smaller per_page.`,
    );
  }
}

function tooMuch(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "QUERY_TOO_COMPLEX" } });
}

class Weigher {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #variables: Record<string, unknown>;
  /** A fragment weighs the same wherever it is spread with the same size of page. */
  readonly #weighed = new Map<string, Weight>();

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>) {
    this.#schema = schema;
    this.#variables = variables;
    this.#fragments = new Map(
      document.definitions
        .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    );
  }

  /** Fields of a selection, fragments opened. Validation has refused fragments that spread themselves. */
  fieldsOf(selections: SelectionSetNode, limit = { left: LIMITS.tokens_max as number }): FieldNode[] {
    const fields: FieldNode[] = [];
    for (const node of selections.selections) {
      limit.left -= 1;
      if (limit.left < 0) throw tooMuch("The document spreads too many fragments.");
      if (node.kind === Kind.FIELD) fields.push(node);
      else {
        const inner =
          node.kind === Kind.INLINE_FRAGMENT
            ? node.selectionSet
            : this.#fragments.get(node.name.value)?.selectionSet;
        if (inner !== undefined) fields.push(...this.fieldsOf(inner, limit));
      }
    }
    return fields;
  }

  perPageOf(field: FieldNode): number {
    const given = field.arguments?.find((argument) => argument.name.value === "per_page")?.value;
    const said =
      given?.kind === Kind.INT
        ? Number(given.value)
        : given?.kind === Kind.VARIABLE
          ? Number(this.#variables[given.name.value] ?? PER_PAGE)
          : PER_PAGE;
    return Number.isFinite(said) ? Math.min(Math.max(said, 1), PER_PAGE_MAX) : PER_PAGE;
  }

  /** `page` is the size of lists directly under a called operation; null further down. */
  ofField(
    field: FieldNode,
    parent: GraphQLObjectType,
    page: number | null,
    is_introspection: boolean,
  ): Weight {
    const definition =
      parent.getFields()[field.name.value] ?? introspectionField(this.#schema, parent, field.name.value);
    if (definition === undefined || field.selectionSet === undefined) return { cost: 1, depth: 1 };
    const type = getNamedType(definition.type);
    if (!isObjectType(type)) return { cost: 1, depth: 1 };
    const is_root = parent === this.#schema.getQueryType() || parent === this.#schema.getMutationType();
    const below = this.#ofSelections(field.selectionSet, type, is_root ? page : null, is_introspection);
    const items = is_introspection ? 1 : sizeOf(definition.type, is_root ? null : page);
    return { cost: 1 + items * below.cost, depth: 1 + below.depth };
  }

  #ofSelections(
    selections: SelectionSetNode,
    type: GraphQLObjectType,
    page: number | null,
    is_introspection: boolean,
  ): Weight {
    const total: Weight = { cost: 0, depth: 0 };
    for (const node of selections.selections) {
      const weight =
        node.kind === Kind.FIELD
          ? this.ofField(node, type, page, is_introspection)
          : node.kind === Kind.INLINE_FRAGMENT
            ? this.#ofSelections(node.selectionSet, type, page, is_introspection)
            : this.#ofFragment(node.name.value, type, page, is_introspection);
      total.cost += weight.cost;
      total.depth = Math.max(total.depth, weight.depth);
    }
    return total;
  }

  #ofFragment(name: string, type: GraphQLObjectType, page: number | null, is_introspection: boolean): Weight {
    const key = `${name} ${page} ${is_introspection}`;
    const known = this.#weighed.get(key);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    const weight =
      fragment === undefined
        ? { cost: 0, depth: 0 }
        : this.#ofSelections(fragment.selectionSet, type, page, is_introspection);
    this.#weighed.set(key, weight);
    return weight;
  }
}

function sizeOf(type: GraphQLOutputType, page: number | null): number {
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
