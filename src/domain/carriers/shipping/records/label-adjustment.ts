/** Corrections of carriers: what one is, and what was decided about it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { ADJUSTMENT_KINDS, ADJUSTMENT_STATES } from "../rules.ts";

export interface LabelAdjustmentRow extends Row<"label_adjustment"> {
  kind: (typeof ADJUSTMENT_KINDS)[number];
  state: (typeof ADJUSTMENT_STATES)[number];
  claimed: Record<string, unknown>;
  evidence: Record<string, unknown>;
}

export const AdjustmentRecord = defineRecord<"label_adjustment", LabelAdjustmentRow>(
  "label_adjustment",
  messages.unknown_adjustment,
);

export const decisionRefusals = { decided: "conflict" } as const;

export async function lockOpenAdjustment(
  context: Context<"decided">,
  id: number,
): Promise<LabelAdjustmentRow> {
  const { refuse } = context;
  const row = await AdjustmentRecord.getLocked(context, id);
  if (row.state !== "open")
    throw refuse("decided", {
      message: messages.decided,
      values: { state: row.state },
      extra: { state: row.state },
    });
  return row;
}

export async function recordDecision(
  context: Context<never>,
  row: LabelAdjustmentRow,
  decision: Pick<LabelAdjustmentRow, "state"> &
    Partial<Pick<LabelAdjustmentRow, "dispute_reason" | "charged_minor" | "evidence">>,
): Promise<LabelAdjustmentRow> {
  const { state, dispute_reason = null, charged_minor = 0, evidence = row.evidence } = decision;
  const decided = await AdjustmentRecord.change(context, row, {
    state,
    dispute_reason,
    charged_minor,
    evidence,
    decided_at: context.now.toISOString(),
  });
  context.emit({
    subject: { type: "label", id: row.label_order_id },
    kind: "label.adjusted",
    payload: { adjustment_id: row.id, kind: row.kind, state, charged_minor, currency: row.currency },
  });
  return decided;
}
