/** What the members of a document's answer are called in the schema: an alias is a name that the caller chose. */
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { MemberNames } from "#operation/response/untrusted-text.ts";

/** Of `data`. Introspection answers the service's own words: null. */
export function findMemberNames(document: DocumentNode, operation: OperationDefinitionNode): MemberNames {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  );
  const listFields = ({ selections }: SelectionSetNode, opened: Set<string>): FieldNode[] =>
    selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      if (node.kind === Kind.INLINE_FRAGMENT) return listFields(node.selectionSet, opened);
      const fragment = fragments.get(node.name.value);
      if (fragment === undefined || opened.has(node.name.value)) return [];
      opened.add(node.name.value);
      return listFields(fragment, opened);
    });
  const buildNames = (sets: readonly SelectionSetNode[]): MemberNames => {
    const opened = new Set<string>();
    const by_key = Map.groupBy(
      sets.flatMap((set) => listFields(set, opened)),
      ({ name, alias }) => (alias ?? name).value,
    );
    const names: MemberNames = Object.create(null);
    for (const [key, nodes] of by_key) {
      const name = nodes[0]?.name.value ?? key;
      const inner = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]));
      names[key] = name.startsWith("__")
        ? null
        : { name, members: inner.length === 0 ? null : buildNames(inner) };
    }
    return names;
  };
  return buildNames([operation.selectionSet]);
}
