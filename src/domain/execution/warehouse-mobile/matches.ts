/** Finds everything of the business that has a code. Each kind is one statement with an index of its own. */
import { readCode } from "#codes/read-code.ts";
import { findStopReason, type OrderStatus, type StopReason } from "#domain/orders/orders/public.ts";
import { findCandidates } from "#domain/tracking/tracking/public.ts";
import { FOLDED_SKU } from "#domain/warehouse/inventory/public.ts";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { findCodeParcels } from "./parcels.ts";
import {
  type Action,
  findCageNote,
  listArticleActions,
  listBinActions,
  listPackageActions,
  listParcelActions,
  listReceiptActions,
  listRouteActions,
  listTransferActions,
} from "./rules.ts";

export interface Match {
  type: string;
  id: number;
  label: string;
  about: string;
  status: string | null;
  warehouse_id: number | null;
  bin_id: number | null;
  bin_code: string | null;
  qty: number | null;
  order_id: number | null;
  route_id: number | null;
  route_number: string | null;
  receipt_id: number | null;
  transfer_id: number | null;
  /** Why it must not go on. */
  set_aside: StopReason | null;
  /** What to do with it, where the actions do not say it. */
  next: string | null;
  /** The page of the console where that is done. */
  path: string | null;
  actions: Action[];
}

const NOTHING = {
  status: null,
  warehouse_id: null,
  bin_id: null,
  bin_code: null,
  qty: null,
  order_id: null,
  route_id: null,
  route_number: null,
  receipt_id: null,
  transfer_id: null,
  set_aside: null,
  next: null,
  path: null,
} as const;

type Reader = Pick<Context<never>, "db" | "business_id" | "actor" | "now" | "say" | "record_kinds">;
interface Scan {
  code: string;
  warehouse_id: number;
}

const listKeys = (code: string): string[] => [...readCode(code).keys];

/** The most of one kind. */
const FOUND_MAX = 10;

export async function findMatches(context: Reader, scan: Scan): Promise<Match[]> {
  const match_lists = await Promise.all([
    findParcels(context, scan),
    findPackages(context, scan),
    findReceipts(context, scan),
    findBins(context, scan),
    findArticles(context, scan),
    findRoutes(context, scan),
    findTransfers(context, scan),
    findRecords(context, scan),
  ]);
  // What nothing can be done with is last; else in the order of the kinds.
  return match_lists
    .flat()
    .sort((one, other) => Number(one.actions.length === 0) - Number(other.actions.length === 0));
}

async function findParcels(context: Reader, { code, warehouse_id }: Scan): Promise<Match[]> {
  const { db, business_id, say } = context;
  const parcels = await findCodeParcels(context, code);
  if (parcels.length === 0) return [];
  const rows = await db.rows<{
    id: number;
    order_id: number;
    tracking_number: string;
    seq: number;
    parcels: number;
    custody: string;
    custody_ref: string | null;
    order_status: OrderStatus;
    cancel_requested: boolean;
    route_id: number | null;
    route_number: string | null;
    route_status: string | null;
    route_start_id: number | null;
    origin_warehouse_id: number | null;
    transfer_id: number | null;
    transfer_code: string | null;
    transfer_to: string | null;
    transfer: "leaves_here" | "comes_here" | "strays_here" | null;
    city: string | null;
  }>(
    `select p.id, p.order_id, p.tracking_number, p.seq, p.custody, p.custody_ref, o.status as order_status, o.cancel_requested,
       (select count(*)::int from parcel s where s.business_id = $1 and s.order_id = o.id) as parcels,
       r.id as route_id, r.number as route_number, r.status as route_status, r.start_warehouse_id as route_start_id, o.origin_warehouse_id,
       t.id as transfer_id, t.code as transfer_code, t.to_code as transfer_to,
       case when t.state = 'out' and $3 in (t.to_warehouse_id, t.from_warehouse_id) then 'comes_here' when t.state = 'out' then 'strays_here'
         when t.from_warehouse_id = $3 then 'leaves_here' end as transfer,
       o.dropoff ->> 'city' as city
       from parcel p
       join delivery_order o on o.business_id = $1 and o.id = p.order_id
       left join route r on r.business_id = $1 and r.id = o.route_id
       left join lateral (
         select i.transfer_id as id, i.state, w.code, w.from_warehouse_id, w.to_warehouse_id, d.code as to_code from transfer_item i
           join warehouse_transfer w on w.business_id = $1 and w.id = i.transfer_id
           join warehouse d on d.business_id = $1 and d.id = w.to_warehouse_id
          where i.business_id = $1 and i.parcel_id = p.id and i.is_open
            and (i.state = 'out' or w.from_warehouse_id = $3)) t on true
      where p.business_id = $1 and p.id = any($2::bigint[])
      order by p.id limit ${FOUND_MAX}`,
    [business_id, parcels.map(({ id }) => id), warehouse_id],
  );
  return rows.map((row) => ({
    ...NOTHING,
    type: "parcel",
    id: row.id,
    label: row.tracking_number,
    about: [`${row.seq}/${row.parcels}`, row.city, row.route_number].filter(Boolean).join(" · "),
    status: row.order_status,
    warehouse_id: row.custody === "warehouse" && row.custody_ref !== null ? Number(row.custody_ref) : null,
    order_id: row.order_id,
    route_id: row.route_id,
    route_number: row.route_number,
    transfer_id: row.transfer_id,
    set_aside: findStopReason(row),
    next: nameNextStep(say, row),
    actions: listParcelActions(row, warehouse_id),
  }));
}

function nameNextStep(
  say: Context["say"],
  row: Parameters<typeof findStopReason>[0] & {
    transfer: string | null;
    transfer_code: string | null;
    transfer_to: string | null;
  },
): string | null {
  const stop = findStopReason(row);
  if (stop !== null) return say(messages[`stop_${stop}`]);
  const { transfer, transfer_code, transfer_to } = row;
  if (transfer !== "strays_here" || transfer_code === null || transfer_to === null) return null;
  return say(messages.strays, { transfer: transfer_code, to: transfer_to });
}

/** Packages in stock or known from before, and those that an open receipt expects. */
async function findPackages(context: Reader, { code, warehouse_id }: Scan): Promise<Match[]> {
  const { db, business_id } = context;
  const rows = await db.rows<{
    id: number;
    code: string;
    status: string;
    ref: string;
    warehouse_id: number | null;
    zone_kind: string | null;
    bin_id: number | null;
    bin_code: string | null;
    receipt_id: number | null;
  }>(
    `select p.id, p.code, p.status, p.ref, b.warehouse_id, z.kind as zone_kind, b.id as bin_id, b.code as bin_code,
       (select max(r.id) from receipt_line l join receipt r on r.business_id = $1 and r.id = l.receipt_id
         where l.business_id = $1 and l.package_code = p.code and l.received_qty = 0 and r.warehouse_id = $4
           and r.status in ('expected', 'receiving')) as receipt_id
       from stock_package p
       left join warehouse_bin b on b.business_id = $1 and b.id = p.bin_id
       left join warehouse_zone z on z.business_id = $1 and z.id = b.zone_id
      where p.business_id = $1 and p.code = any($2) and p.status <> 'rolled_back'
        and ($3::bigint[] is null or b.warehouse_id is null or b.warehouse_id = any($3))`,
    [business_id, listKeys(code), listReach(context), warehouse_id],
  );
  return rows.map((row) => ({
    ...NOTHING,
    type: "package",
    id: row.id,
    label: row.code,
    about: [row.bin_code, row.ref].filter(Boolean).join(" · "),
    status: row.status,
    warehouse_id: row.warehouse_id,
    bin_id: row.bin_id,
    bin_code: row.bin_code,
    receipt_id: row.receipt_id,
    actions: listPackageActions(row, warehouse_id),
  }));
}

/** By the code of the receipt, or by that of a package which it still expects. */
async function findReceipts(context: Reader, { code, warehouse_id }: Scan): Promise<Match[]> {
  const { db, business_id } = context;
  const rows = await db.rows<{ id: number; code: string; status: string; ref: string; warehouse_id: number }>(
    `select r.id, r.code, r.status, r.ref, r.warehouse_id from receipt r
      where r.business_id = $1 and ($3::bigint[] is null or r.warehouse_id = any($3))
        and (r.code = any($2) or r.id in (select l.receipt_id from receipt_line l
          where l.business_id = $1 and l.package_code = any($2) and l.received_qty = 0)
          and r.status in ('expected', 'receiving'))
      order by r.id desc limit ${FOUND_MAX}`,
    [business_id, listKeys(code), listReach(context)],
  );
  return rows.map((row) => ({
    ...NOTHING,
    type: "receipt",
    id: row.id,
    label: row.code,
    about: row.ref,
    status: row.status,
    warehouse_id: row.warehouse_id,
    receipt_id: row.id,
    actions: row.warehouse_id === warehouse_id ? listReceiptActions(row.status) : [],
  }));
}

async function findBins({ db, business_id }: Reader, { code, warehouse_id }: Scan): Promise<Match[]> {
  const rows = await db.rows<{ id: number; code: string; status: string; zone: string; qty: number }>(
    `select b.id, b.code, b.status, z.name as zone,
       (select count(*)::int from stock_line l where l.business_id = $1 and l.bin_id = b.id and l.qty > 0) as qty
       from warehouse_bin b join warehouse_zone z on z.business_id = $1 and z.id = b.zone_id
      where b.business_id = $1 and b.warehouse_id = $3 and b.code = any($2) order by array_position($2, b.code)`,
    [business_id, listKeys(code), warehouse_id],
  );
  return rows.map((row) => ({
    ...NOTHING,
    type: "bin",
    id: row.id,
    label: row.code,
    about: row.zone,
    status: row.status,
    warehouse_id,
    bin_id: row.id,
    bin_code: row.code,
    qty: row.qty,
    actions: listBinActions(row),
  }));
}

async function findArticles({ db, business_id }: Reader, { code, warehouse_id }: Scan): Promise<Match[]> {
  const rows = await db.rows<{
    id: number;
    sku: string;
    name: string;
    owner: string | null;
    qty: number;
    in_receiving: number;
    receipt_id: number | null;
  }>(
    `select a.id, a.sku, a.name, c.name as owner, coalesce(s.qty, 0)::bigint as qty, coalesce(s.in_receiving, 0)::bigint as in_receiving,
       (select min(r.id) from receipt_line l join receipt r on r.business_id = $1 and r.id = l.receipt_id
         where l.business_id = $1 and l.article_id = a.id and l.received_qty < l.expected_qty and r.warehouse_id = $3
           and r.status in ('expected', 'receiving')) as receipt_id
       from article a left join customer c on c.business_id = $1 and c.id = a.customer_id
       left join lateral (
         select sum(l.qty) as qty, sum(l.qty) filter (where z.kind = 'receiving') as in_receiving
           from stock_line l join warehouse_bin b on b.business_id = $1 and b.id = l.bin_id
           join warehouse_zone z on z.business_id = $1 and z.id = b.zone_id
          where l.business_id = $1 and l.article_id = a.id and l.warehouse_id = $3 and l.qty > 0) s on true
      where a.business_id = $1 and a.status = 'active' and (${FOLDED_SKU} = any($2) or a.id in (
        select b.article_id from article_barcode b where b.business_id = $1 and b.key = any($2)))
      order by s.qty desc nulls last, a.id limit ${FOUND_MAX}`,
    [business_id, listKeys(code), warehouse_id],
  );
  return rows.map((row) => ({
    ...NOTHING,
    type: "article",
    id: row.id,
    label: row.sku,
    about: [row.name, row.owner].filter(Boolean).join(" · "),
    warehouse_id: row.qty > 0 ? warehouse_id : null,
    qty: row.qty,
    receipt_id: row.receipt_id,
    actions: listArticleActions(row),
  }));
}

/** By the number that is printed on the route's sheet. */
async function findRoutes(context: Reader, { code, warehouse_id }: Scan): Promise<Match[]> {
  const { db, business_id } = context;
  const rows = await db.rows<{
    id: number;
    number: string;
    status: string;
    date: string;
    start_warehouse_id: number | null;
    driver: string | null;
    stops: number;
  }>(
    `select r.id, r.number, r.status, r.date, r.start_warehouse_id, d.name as driver, r.stops_total as stops
       from route r left join driver d on d.business_id = $1 and d.id = r.driver_id
      where r.business_id = $1 and r.number = any($2) and r.start_warehouse_id is not distinct from $3
      order by r.id desc limit ${FOUND_MAX}`,
    [business_id, listKeys(code), warehouse_id],
  );
  return rows.map((row) => ({
    ...NOTHING,
    type: "route",
    id: row.id,
    label: row.number,
    about: [row.date, row.driver].filter(Boolean).join(" · "),
    status: row.status,
    warehouse_id: row.start_warehouse_id,
    qty: row.stops,
    route_id: row.id,
    route_number: row.number,
    actions: listRouteActions(row.status),
  }));
}

/** By the code on its cage or pallet. Where nothing is done with it as a whole, it says why. */
async function findTransfers(
  { db, business_id, say }: Reader,
  { code, warehouse_id }: Scan,
): Promise<Match[]> {
  const rows = await db.rows<{
    id: number;
    code: string;
    state: string;
    from_warehouse_id: number;
    to_warehouse_id: number;
    from_code: string;
    to_code: string;
    parcels: number;
  }>(
    `select t.id, t.code, t.state, t.from_warehouse_id, t.to_warehouse_id, f.code as from_code, w.code as to_code,
       (select count(*)::int from transfer_item i where i.business_id = $1 and i.transfer_id = t.id) as parcels
       from warehouse_transfer t
       join warehouse f on f.business_id = $1 and f.id = t.from_warehouse_id
       join warehouse w on w.business_id = $1 and w.id = t.to_warehouse_id
      where t.business_id = $1 and t.code = any($2)`,
    [business_id, listKeys(code)],
  );
  return rows.map((row) => ({
    ...NOTHING,
    type: "transfer",
    id: row.id,
    label: row.code,
    about: `${row.from_code} → ${row.to_code}`,
    status: row.state,
    qty: row.parcels,
    transfer_id: row.id,
    next: describeCage(say, row, warehouse_id),
    actions: listTransferActions(row, warehouse_id),
  }));
}

function describeCage(
  say: Context["say"],
  transfer: Parameters<typeof findCageNote>[0] & { code: string; to_code: string },
  warehouse_id: number,
): string | null {
  const note = findCageNote(transfer, warehouse_id);
  if (note === null) return null;
  return say(messages[`cage_${note}`], { transfer: transfer.code, to: transfer.to_code });
}

/** Parcels and their orders are found by their labels, with what can be done with them here. */
const FOUND_BY_LABEL = new Set(["order", "parcel"]);

/**
 * Records of every other type by their numbers: each family that registers a subject says what it is and what to do next. One
 * that says nothing is named by its number.
 */
async function findRecords(context: Reader, { code }: Scan): Promise<Match[]> {
  const keys = listKeys(code);
  const ids_by_type = new Map<string, Set<number>>();
  const add = (type: string, id: number) =>
    ids_by_type.set(type, (ids_by_type.get(type) ?? new Set()).add(id));
  const owners = [...(await findCandidates(context, [code])).values()].flat();
  for (const { type, id } of owners) if (!FOUND_BY_LABEL.has(type)) add(type, id);
  for (const { kind, scan } of context.record_kinds.values())
    for (const id of (await scan?.find?.(context, keys)) ?? []) add(kind, id);
  const matches: Match[] = [];
  for (const [type, ids] of ids_by_type) {
    const records = (await context.record_kinds.get(type)?.scan?.describe(context, [...ids])) ?? [];
    const described = new Set(records.map(({ id }) => id));
    matches.push(...records.map((record) => ({ ...NOTHING, ...record, type, actions: [] })));
    for (const id of ids)
      if (!described.has(id))
        matches.push({
          ...NOTHING,
          type,
          id,
          label: keys[0] ?? code,
          about: "",
          next: context.say(messages.ask_office),
          actions: [],
        });
  }
  return matches.slice(0, FOUND_MAX);
}
