/** Transfers for other families: a parcel that is received at a warehouse arrives with the transfer that has it. */
import type { Context } from "#operation/define/context.ts";
import { recordArrivals } from "./arrivals.ts";
import { loadMovableParcels } from "./parcels.ts";
import type { TransferRow } from "./records/transfer.ts";
import type { TransferItemRow } from "./records/transfer-item.ts";

export { parcelMovesUndone } from "./topics.ts";

/**
 * Settles parcels that a transfer has scanned out and that were received by another scan. Their orders are locked, their
 * custody has changed. Returns the codes of the transfers.
 */
export async function settleArrivals(
  context: Context<never>,
  parcel_ids: readonly number[],
  arrival: { warehouse_id: number; scanned: string },
): Promise<string[]> {
  const { db, business_id } = context;
  const transfers = await db.rows<TransferRow>(
    `select * from warehouse_transfer where business_id = $1 and ended_at is null and id in (
       select transfer_id from transfer_item where business_id = $1 and parcel_id = any($2::bigint[]) and is_open and state = 'out')
      order by id for update`,
    [business_id, [...parcel_ids]],
  );
  if (transfers.length === 0) return [];
  const parcels = await loadMovableParcels(context, parcel_ids);
  for (const transfer of transfers) {
    const rows = await db.rows<TransferItemRow>(
      `select * from transfer_item where business_id = $1 and transfer_id = $2 and parcel_id = any($3::bigint[])
         and is_open and state = 'out'`,
      [business_id, transfer.id, [...parcel_ids]],
    );
    const items = new Map(rows.map((row) => [row.parcel_id, row]));
    const own_parcels = parcels.filter(({ id }) => items.has(id));
    if (own_parcels.length > 0) await recordArrivals(context, transfer, own_parcels, items, arrival);
  }
  return transfers.map(({ code }) => code);
}
