/** Attention items, decisions and rules, as responses show them. */
import Type, { type Static } from "typebox";
import { type AttentionKind, SEVERITIES } from "#operation/define/attention.ts";
import type { Context } from "#operation/define/context.ts";
import { CalendarDate, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { ITEM_STATES, type ShownRow } from "./records/attention-item.ts";

const Facts = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: true,
  description: "Ids, codes, times and amounts of the cause.",
});

export const AttentionItem = Type.Object(
  {
    id: Ref("attention_item"),
    version: Type.Integer(),
    kind: Type.String(),
    title: Type.String(),
    severity: StringEnum(SEVERITIES),
    state: StringEnum(ITEM_STATES),
    subject_type: Type.String({ description: "What it is about: order, route, stop, driver, vehicle." }),
    subject_id: NoRef("a record of `subject_type`"),
    order_id: Nullable(Ref("order")),
    route_id: Nullable(Ref("route")),
    facts: Facts,
    date: CalendarDate,
    since: Timestamp,
    opened_at: Timestamp,
    snoozed_until: Nullable(Timestamp),
    cleared_at: Nullable(
      Type.String({ format: "date-time", description: "When its cause was found to be gone." }),
    ),
    assigned_to: Nullable(
      Ref("employee", { ...Id, description: "The employee or administrator who handles it." }),
    ),
    assigned_to_name: Nullable(Type.String()),
    assigned_at: Nullable(Timestamp),
  },
  { $id: "AttentionItem" },
);

export function buildItem(
  { attention, say }: Pick<Context, "attention" | "say">,
  row: ShownRow,
): Static<typeof AttentionItem> {
  return { ...row, title: getTitle({ attention, say }, row.kind) };
}

/** The title of a kind; its code where no family declares it any more. */
export function getTitle({ attention, say }: Pick<Context, "attention" | "say">, kind: string): string {
  const declared = attention.get(kind);
  return declared === undefined ? kind : say(declared.title);
}

export const Decision = Type.Object(
  {
    id: NoRef("a decision about an item"),
    item_id: Ref("attention_item"),
    action: Nullable(
      Type.String({ description: "The operation that was chosen; null when there is nothing to do." }),
    ),
    reason: Type.String(),
    decided_by: Nullable(Ref("account")),
    decided_at: Timestamp,
    result_event_ids: Type.Array(Type.Integer(), {
      description: "Events of that operation on the records of the item, since it opened.",
    }),
    withdrawn_at: Nullable(Type.String({ format: "date-time", description: "When the item was reopened." })),
  },
  { $id: "AttentionDecision" },
);

export const ItemAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  item: AttentionItem,
});

export function buildItemAnswer(
  context: Pick<Context, "attention" | "say">,
  row: ShownRow | undefined,
): Static<typeof ItemAnswer> {
  if (row === undefined) throw new Error("A locked item was gone.");
  return { result: true, version: row.version, item: buildItem(context, row) };
}

const UNITS = ["minutes", "hours", "days", "time_of_day"] as const;

export const AttentionRule = Type.Object(
  {
    kind: Type.String(),
    title: Type.String(),
    severity: StringEnum(SEVERITIES),
    is_on: Type.Boolean(),
    unit: Nullable(StringEnum(UNITS, { description: "Of the threshold; null for kinds without one." })),
    after: Nullable(Type.Integer({ description: "The threshold in its unit." })),
    time: Nullable(
      Type.String({ description: "The threshold as a time of the day, in the time zone of the business." }),
    ),
    is_default: Type.Boolean(),
  },
  { $id: "AttentionRule" },
);

export function buildRule(
  context: Pick<Context, "attention" | "say">,
  { kind, severity, threshold }: AttentionKind,
  own_rule: { is_on: boolean; after: number | null; time: string | null } | undefined,
): Static<typeof AttentionRule> {
  const declared = threshold?.unit === "time_of_day" ? threshold.value : null;
  return {
    kind,
    title: getTitle(context, kind),
    severity,
    is_on: own_rule?.is_on ?? true,
    unit: threshold?.unit ?? null,
    after:
      threshold === undefined || threshold.unit === "time_of_day"
        ? null
        : (own_rule?.after ?? threshold.value),
    time: declared === null ? null : (own_rule?.time ?? declared),
    is_default: own_rule === undefined,
  };
}
