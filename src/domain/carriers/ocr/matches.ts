/** What of the business has the number of a label: orders, packages in store, inbounds. */
import { readCode } from "#codes/read-code.ts";
import { findScannedParcels } from "#domain/orders/orders/public.ts";
import { storedPackagesRequested } from "#domain/warehouse/inventory/public.ts";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { getOwnerId } from "./records/label-scan.ts";
import type { LabelMatch } from "./shapes.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor" | "publish">;

/** The most of one number. */
const MATCHES_MAX = 10;

/** By number; a customer finds what is its own. */
export async function findMatches(
  context: Reader,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, LabelMatch[]>> {
  const distinct = [...new Set(numbers)];
  if (distinct.length === 0) return new Map();
  const match_lists = await Promise.all([
    findOrders(context, distinct),
    findPackages(context, distinct),
    findInbounds(context, distinct),
  ]);
  return new Map(
    distinct.map((number) => [
      number,
      match_lists.flatMap((matches) => matches.get(number) ?? []).slice(0, MATCHES_MAX),
    ]),
  );
}

type Matches = Map<string, LabelMatch[]>;

async function findOrders(context: Reader, numbers: readonly string[]): Promise<Matches> {
  const { db, business_id } = context;
  const parcels = await findScannedParcels(context, numbers);
  const ids = [...parcels.values()].flatMap((of_number) => of_number.map(({ order_id }) => order_id));
  if (ids.length === 0) return new Map();
  const owner_id = getOwnerId(context);
  const rows = await db.rows<{ id: number }>(
    "select id from delivery_order where business_id = $1 and id = any($2::bigint[]) and ($3::bigint is null or customer_id = $3)",
    [business_id, ids, owner_id],
  );
  const visible = new Set(rows.map(({ id }) => id));
  return new Map(
    [...parcels].map(([number, of_number]) => [
      number,
      [...new Map(of_number.map((parcel) => [parcel.order_id, parcel])).values()]
        .filter(({ order_id }) => visible.has(order_id))
        .map(({ order_id, order_number, order_status }) => ({
          type: "order" as const,
          id: order_id,
          label: order_number,
          status: order_status,
        })),
    ]),
  );
}

const listKeys = (numbers: readonly string[]) =>
  numbers.flatMap((number) => readCode(number).keys.map((key) => ({ number, key })));

async function findPackages(context: Reader, numbers: readonly string[]): Promise<Matches> {
  const { db, business_id } = context;
  const rows = await db.rows<{ number: string; id: number; code: string; status: string }>(
    `select distinct k.number, p.id, p.code, p.status
       from json_to_recordset($2::json) as k(number text, key text)
       join stock_package p on p.business_id = $1 and p.code = k.key
       left join warehouse_bin b on b.business_id = $1 and b.id = p.bin_id
      where p.status <> 'rolled_back' and ($3::bigint is null or p.customer_id = $3)
        and ($4::bigint[] is null or b.warehouse_id is null or b.warehouse_id = any($4))
      order by p.id desc`,
    [business_id, JSON.stringify(listKeys(numbers)), getOwnerId(context), listReach(context)],
  );
  if (rows.length === 0) return new Map();
  const stored_packages = (
    await context.publish(storedPackagesRequested, { package_ids: rows.map(({ id }) => id) })
  ).flat();
  return groupByNumber(
    rows.flatMap(({ number, id, code, status }) => {
      const match = stored_packages.find(({ package_id }) => package_id === id);
      return match === undefined
        ? []
        : [{ number, type: "stored_package" as const, id: match.stored_package_id, label: code, status }];
    }),
  );
}

/** By the code of a receipt, or by that of a package which it expects. */
async function findInbounds(context: Reader, numbers: readonly string[]): Promise<Matches> {
  const { db, business_id } = context;
  const rows = await db.rows<{ number: string; id: number; code: string; status: string }>(
    `with k as (select * from json_to_recordset($2::json) as k(number text, key text)),
     hit as (
       select k.number, r.id from k join receipt r on r.business_id = $1 and r.code = k.key
       union
       select k.number, l.receipt_id from k join receipt_line l on l.business_id = $1 and l.package_code = k.key)
     select h.number, r.id, r.code, r.status from hit h join receipt r on r.business_id = $1 and r.id = h.id
      where r.status in ('expected', 'receiving') and ($3::bigint is null or r.customer_id = $3)
        and ($4::bigint[] is null or r.warehouse_id = any($4))
      order by r.id desc`,
    [business_id, JSON.stringify(listKeys(numbers)), getOwnerId(context), listReach(context)],
  );
  return groupByNumber(rows.map((row) => ({ ...row, type: "inbound" as const, label: row.code })));
}

function groupByNumber(rows: readonly (LabelMatch & { number: string })[]): Matches {
  const grouped = Map.groupBy(rows, ({ number }) => number);
  return new Map(
    [...grouped].map(([number, of_number]) => [
      number,
      of_number.map(({ type, id, label, status }) => ({ type, id, label, status })),
    ]),
  );
}
