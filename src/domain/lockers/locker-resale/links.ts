/** The claim link: whoever holds it is the buyer. */
import { createLink, revokeLink } from "#operation/caller/link-store.ts";
import type { Context } from "#operation/define/context.ts";
import { HANDOVER, HandoverRecord, type HandoverRow } from "./records/handover.ts";

export const LINK_OPERATIONS = {
  get: "resaleClaim",
  code: "resaleClaimCode",
  inspect: "resaleClaimInspect",
  collect: "resaleClaimCollect",
  reject: "resaleClaimReject",
  dispute: "resaleClaimDispute",
  photo: "resaleClaimPhotoAdd",
} as const;

const LIFE_MS = 90 * 24 * 3_600_000;

/** Ends the link before it. */
export async function replaceLink(
  context: Context<never>,
  row: HandoverRow,
): Promise<{ row: HandoverRow; token: string; url: string }> {
  const { now, settings } = context;
  await endLink(context, row);
  const { token, link } = await createLink(context, {
    record: { type: HANDOVER, id: row.id },
    operations: Object.values(LINK_OPERATIONS),
    note: null,
    expires_at: new Date(now.getTime() + LIFE_MS),
  });
  const after = await HandoverRecord.change(context, row, { link_id: link.id, buyer_customer_id: null });
  emitBuyer(context, after);
  return { row: after, token, url: `${settings.base_url}/claim#link=${token}` };
}

export async function endLink(context: Context<never>, { id, link_id }: HandoverRow): Promise<void> {
  if (link_id !== null) await revokeLink(context, { type: HANDOVER, ids: [id] }, link_id);
}

export function emitBuyer(
  { emit }: Pick<Context<never>, "emit">,
  { id, buyer_customer_id, link_id }: HandoverRow,
): void {
  const buyer = { buyer_customer_id, link_id };
  emit({ subject: { type: HANDOVER, id }, kind: "resale.buyer_changed", payload: buyer, after: buyer });
}
