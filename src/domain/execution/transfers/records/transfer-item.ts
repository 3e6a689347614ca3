/** Parcels of transfers: what one is, how they are found, stored and shown. */
import type { Custody } from "#domain/orders/orders/public.ts";
import { selectPerson } from "#operation/caller/people.ts";
import type { Context } from "#operation/define/context.ts";
import { type Changes, defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import type { ItemState } from "../rules.ts";
import type { TransferItem } from "../shapes.ts";

export interface TransferItemRow extends Row<"transfer_item"> {
  state: ItemState;
  custody: Custody | null;
}

const ItemRecord = defineRecord<"transfer_item", TransferItemRow>("transfer_item");

type Reader = Pick<Context<never>, "db" | "business_id">;

/** How a warehouse is shown. */
export const warehouse = (alias: string) =>
  `jsonb_build_object('id', ${alias}.id, 'code', ${alias}.code, 'name', ${alias}.name)`;

/** Its parcels: what is still to come first, then the last scanned. */
export function loadItems(
  { db, business_id }: Reader,
  transfer_id: number,
  parcel_ids: readonly number[] | null = null,
): Promise<TransferItem[]> {
  return db.rows<TransferItem>(
    `select i.id, i.parcel_id, i.order_id, p.tracking_number, p.label_code, i.state, i.is_listed,
       ${warehouse("e")} as expected_warehouse, ${warehouse("f")} as found_warehouse, o.status as order_status, o.city,
       r.number as route_number, p.custody, b.code as bin_code, i.out_at, ${selectPerson("i.out_by")} as out_by, i.in_at, ${selectPerson("i.in_by")} as in_by
       from transfer_item i
       join parcel p on p.business_id = $1 and p.id = i.parcel_id
       join delivery_order o on o.business_id = $1 and o.id = i.order_id
       join warehouse e on e.business_id = $1 and e.id = i.expected_warehouse_id
       join warehouse f on f.business_id = $1 and f.id = i.found_warehouse_id
       left join route r on r.business_id = $1 and r.id = o.route_id
       left join stock_package s on s.business_id = $1 and s.id = i.package_id
       left join warehouse_bin b on b.business_id = $1 and b.id = s.bin_id
      where i.business_id = $1 and i.transfer_id = $2 and ($3::bigint[] is null or i.parcel_id = any($3))
      order by i.state not in ('short', 'over'), i.state not in ('listed', 'out'),
        greatest(i.in_at, i.out_at) desc nulls last, i.id`,
    [business_id, transfer_id, parcel_ids],
  );
}

/** All parcels of a transfer, as they are stored. */
export function loadItemRows({ db, business_id }: Reader, transfer_id: number): Promise<TransferItemRow[]> {
  return db.rows<TransferItemRow>(
    "select * from transfer_item where business_id = $1 and transfer_id = $2 order by id",
    [business_id, transfer_id],
  );
}

/** A parcel is free for other transfers once it is neither listed nor out. */
const isOpen = ({ state }: Pick<TransferItemRow, "state">) => state === "listed" || state === "out";

/** In the order of the parcels. */
export function insertItems(
  context: Context<never>,
  transfer_id: number,
  items: readonly Omit<NewRow<"transfer_item", TransferItemRow>, "transfer_id" | "is_open">[],
): Promise<TransferItemRow[]> {
  const sorted = items.toSorted((one, other) => one.parcel_id - other.parcel_id);
  return ItemRecord.insertMany(
    context,
    sorted.map((item) => ({ ...item, transfer_id, is_open: isOpen(item) })),
  );
}

/** Of these parcels, those that an open transfer takes, with its code. */
export function findOpenItems(
  { db, business_id }: Reader,
  parcel_ids: readonly number[],
): Promise<{ parcel_id: number; transfer_id: number; code: string; state: string }[]> {
  return db.rows(
    `select i.parcel_id, i.transfer_id, t.code, i.state from transfer_item i
       join warehouse_transfer t on t.business_id = $1 and t.id = i.transfer_id
      where i.business_id = $1 and i.parcel_id = any($2::bigint[]) and i.is_open order by i.parcel_id`,
    [business_id, [...parcel_ids]],
  );
}

/** The transfer is locked. */
export function saveItem(
  context: Context<never>,
  item: TransferItemRow,
  change: Changes<"transfer_item", TransferItemRow>,
): Promise<TransferItemRow> {
  return ItemRecord.change(context, item, { is_open: isOpen({ ...item, ...change }), ...change });
}
