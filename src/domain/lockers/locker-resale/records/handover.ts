/** Handovers: what one is, how it is found, locked and whose it is. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { Cause, Side, Status } from "../rules.ts";

export const HANDOVER = "resale_handover";

/** Of a buyer without an account, as the seller gave it: it is used for notices about this handover alone. */
export interface BuyerContact {
  /** E.164. */
  phone?: string;
  email?: string;
  language?: string;
}

export interface HandoverRow extends Row<"resale_handover"> {
  status: Status;
  status_reason: Cause;
  size: "XS" | "S" | "M" | "L" | "XL";
  opened_by: "person" | "staff" | null;
  dispute_by: Side | null;
  buyer_contact: BuyerContact | null;
}

export const HandoverRecord = defineRecord<"resale_handover", HandoverRow>(
  "resale_handover",
  messages.no_handover,
);

/** Which side the caller is on; null for who has nothing to do with it. */
export function findSide(
  { actor }: Pick<Context, "actor">,
  {
    id,
    seller_customer_id,
    buyer_customer_id,
  }: Pick<HandoverRow, "id" | "seller_customer_id" | "buyer_customer_id">,
): Side | null {
  if (actor.link)
    return actor.link.subject_type === HANDOVER && actor.link.subject_id === String(id) ? "buyer" : null;
  if (actor.role === "client_admin" || actor.role === "employee") return "business";
  if (actor.customer_id === null) return null;
  if (actor.customer_id === seller_customer_id) return "seller";
  return actor.customer_id === buyer_customer_id ? "buyer" : null;
}

/** Refuses `not_found` to who has nothing to do with it. */
export async function getVisibleHandover(
  context: Pick<Context, "actor" | "db" | "business_id">,
  id: number,
): Promise<HandoverRow> {
  const row = await HandoverRecord.get(context, id);
  return expectRecord(findSide(context, row) === null ? undefined : row, messages.no_handover);
}
