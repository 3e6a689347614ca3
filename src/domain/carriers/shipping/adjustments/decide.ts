/** Locks a correction that nobody has decided about, and records the decision. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "../messages.ts";
import type { LabelAdjustmentRow } from "../tables.ts";

export const decisionRefusals = { decided: "conflict" } as const;

export async function lockOpenAdjustment(
  { db, business_id, refuse }: Context<"decided">,
  id: number,
): Promise<LabelAdjustmentRow> {
  const row = await db.row<LabelAdjustmentRow>(
    "select * from label_adjustment where business_id = $1 and id = $2 for update",
    [business_id, id],
  );
  if (row === undefined) throw refuse("not_found", { message: messages.unknown_adjustment });
  if (row.state !== "open")
    throw refuse("decided", {
      message: messages.decided,
      values: { state: row.state },
      extra: { state: row.state },
    });
  return row;
}

export async function recordDecision(
  { db, business_id, now, emit }: Context<never>,
  row: LabelAdjustmentRow,
  decision: Pick<LabelAdjustmentRow, "state"> &
    Partial<Pick<LabelAdjustmentRow, "dispute_reason" | "charged_minor" | "evidence">>,
): Promise<LabelAdjustmentRow> {
  const { state, dispute_reason = null, charged_minor = 0, evidence = row.evidence } = decision;
  const decided = await db.row<LabelAdjustmentRow>(
    `update label_adjustment set state = $3, dispute_reason = $4, charged_minor = $5, evidence = $6, decided_at = $7
      where business_id = $1 and id = $2 returning *`,
    [business_id, row.id, state, dispute_reason, charged_minor, JSON.stringify(evidence), now],
  );
  if (decided === undefined) throw new Error("A locked correction was gone.");
  emit({
    subject: { type: "label", id: row.label_order_id },
    kind: "label.adjusted",
    payload: { adjustment_id: row.id, kind: row.kind, state, charged_minor, currency: row.currency },
  });
  return decided;
}
