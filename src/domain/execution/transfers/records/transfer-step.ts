/** The audit trail: one row for each step, also for a scan that was refused. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { StepKind } from "../rules.ts";

interface TransferStepRow extends Row<"transfer_step"> {
  kind: StepKind;
}

const StepRecord = defineRecord<"transfer_step", TransferStepRow>("transfer_step");

export interface ScanFacts {
  device_id?: string | undefined;
  position?: { lat: number; lng: number; accuracy_m?: number } | undefined;
}

type NewStep = Pick<TransferStepRow, "kind"> &
  Partial<Pick<TransferStepRow, "item_id" | "scanned" | "warehouse_id" | "detail">>;

export async function recordSteps(
  context: Context<never>,
  transfer_id: number,
  steps: readonly NewStep[],
  { device_id, position }: ScanFacts = {},
): Promise<void> {
  const { actor, now, request } = context;
  const common = {
    transfer_id,
    device_id: device_id ?? null,
    lat: position?.lat ?? null,
    lng: position?.lng ?? null,
    accuracy_m: position?.accuracy_m ?? null,
    at: now.toISOString(),
    account_id: actor.account_id,
    surface: request.surface,
  };
  const unknown = { item_id: null, scanned: null, warehouse_id: null, detail: null };
  await StepRecord.insertMany(
    context,
    steps.map((step) => ({ ...common, ...unknown, ...step })),
  );
}
