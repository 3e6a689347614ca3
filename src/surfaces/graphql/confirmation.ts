/**
 * Which fields of an agent's document a person agreed to. Each high-risk field needs a confirmation of its own: a
 * document can do two things of which only one was asked for.
 */
import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from "graphql";
import type { Operation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Registry } from "#operation/define/registry.ts";
import { fields as field_texts, refusals } from "#operation/response/platform-messages.ts";

export interface Confirmation {
  confirm: boolean;
  /** Response keys of the fields that were agreed to. With `confirm` alone, the only high-risk field is. */
  fields: readonly string[] | null;
}

export interface ConfirmedFields {
  confirmed: ReadonlySet<string>;
  /** By response key. Unless it is empty, nothing of the document may run. */
  unconfirmed: ReadonlyMap<string, Operation>;
}

/**
 * The operations that a document calls, by response key: the alias, else the name. Fields that `@skip` or `@include`
 * excludes are among them. Validation has refused recursive fragments and keys with two meanings.
 */
export function findCalledOperations(
  { operations }: Registry,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Map<string, Operation> {
  const fragments = new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node.selectionSet]),
  );
  const called = new Map<string, Operation>();
  const opened = new Set<SelectionSetNode>();
  const collect = (selections: SelectionSetNode) => {
    if (opened.has(selections)) return;
    opened.add(selections);
    for (const node of selections.selections) {
      if (node.kind === Kind.FIELD) {
        const operation = operations.get(node.name.value);
        if (operation !== undefined) called.set((node.alias ?? node.name).value, operation);
        continue;
      }
      const inner = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value);
      if (inner !== undefined) collect(inner);
    }
  };
  collect(operation.selectionSet);
  return called;
}

/**
 * Refuses names that are no high-risk field of the document: the agreement was to something else.
 *
 * `needsConfirm`: false for what changes nothing yet, a preview or a write that waits for an approval.
 */
export function decideConfirmedFields(
  called: ReadonlyMap<string, Operation>,
  needsConfirm: (operation: Operation) => boolean,
  { confirm, fields }: Confirmation,
): ConfirmedFields {
  const high_risk = [...called].filter(([, { risk }]) => risk === "high");
  const keys = high_risk.map(([key]) => key);
  const others = (fields ?? []).filter((key) => !keys.includes(key));
  if (others.length > 0) {
    throw new Refusal("invalid_request", "invalid", {
      message: refusals.arguments_not_valid,
      errors: others.map((key) => ({
        field: "confirm_fields",
        message:
          keys.length === 0
            ? field_texts.no_high_risk_field.with({ key })
            : field_texts.other_high_risk_fields.with({ key, others: keys.join(", ") }),
      })),
    });
  }
  const agreed = fields ?? (keys.length === 1 ? keys : []);
  const confirmed = new Set(confirm ? agreed : []);
  const unconfirmed = high_risk.filter(([key, operation]) => !confirmed.has(key) && needsConfirm(operation));
  return { confirmed, unconfirmed: new Map(unconfirmed) };
}
