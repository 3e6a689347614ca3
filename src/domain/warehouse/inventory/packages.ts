/**
 * Packages for the families above, such as stored packages and ship-outs: received into stock, held for one subject,
 * released, issued. Each call decides on all of its packages or on none, in the caller's transaction.
 */
import { type BinRow, lockBins } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { type NotPosted, postMovements } from "./post.ts";
import { findPackageFault, type Holder, type Movement, type PackageFault } from "./rules.ts";
import { lockStockAtHand } from "./stock-at-hand.ts";
import type { PackageRow } from "./tables.ts";

export interface NewPackage {
  /** As scanned or printed; null where it has none, and gets one. */
  code: string | null;
  /** The owner; null for the business. */
  customer_id: number | null;
  weight_g?: number | null;
  length_mm?: number | null;
  width_mm?: number | null;
  height_mm?: number | null;
  damaged?: boolean;
  ref?: string;
  scanned?: string | null;
}

/** A package that is in stock already: where, and who received it when. */
export interface AlreadyReceived {
  code: string;
  package_id: number;
  warehouse_id: number;
  received_at: string;
  received_by: { account_id: number; name: string } | null;
}

/** Codes are compared without spaces, in capital letters. */
export function normalizeCode(text: string): string {
  return text.replaceAll(/\s/g, "").toUpperCase();
}

/**
 * Receives packages into a bin. Two calls with one code at once: the later one waits for the row of the code, and gets
 * `already`. A package that left the stock comes back as the same row.
 */
export async function receivePackages(
  context: Context<never>,
  request: { bin: BinRow; packages: readonly NewPackage[]; subject?: Holder; note?: string },
): Promise<{ batch_id: number; packages: PackageRow[] } | { already: AlreadyReceived[] } | NotPosted> {
  const { bin, packages, subject, note } = request;
  const stored = await storePackages(context, packages);
  if ("already" in stored) return stored;
  const movements = stored.rows.map(
    ({ id, customer_id }, index): Movement => ({
      ...goodsOfPackage(id, customer_id),
      reason: "received",
      qty: 1,
      from_bin_id: null,
      to_bin_id: bin.id,
      scanned: packages[index]?.scanned ?? null,
    }),
  );
  const posted = await postMovements(context, {
    kind: "receipt",
    bins: [bin],
    movements,
    ...(subject === undefined ? {} : { subject }),
    ...(note === undefined ? {} : { note }),
  });
  if ("problem" in posted) return posted;
  return {
    batch_id: posted.batch_id,
    packages: stored.rows.map((row) => ({ ...row, status: "in_stock", bin_id: bin.id, left_at: null })),
  };
}

export function goodsOfPackage(package_id: number, customer_id: number | null) {
  return { article_id: null, package_id, customer_id, lot: "", expires_date: null };
}

const PACKAGE_VALUES = `code text, customer_id bigint, weight_g int, length_mm int, width_mm int, height_mm int, damaged bool,
  ref text`;

/** The rows of packages that are about to be received, in the order of the request; not in stock yet. */
async function storePackages(
  { db, business_id, now }: Context<never>,
  packages: readonly NewPackage[],
): Promise<{ rows: PackageRow[] } | { already: AlreadyReceived[] }> {
  const unnamed = packages.filter(({ code }) => code === null).length;
  const generated =
    unnamed === 0
      ? []
      : await db.rows<{ code: string }>(
          // `lpad` cuts what is longer.
          `select 'HU' || lpad(n, greatest(9, length(n)), '0') as code
             from (select nextval('stock_package_code_seq')::text as n from generate_series(1, $1)) as numbers`,
          [unnamed],
        );
  const wanted = packages.map(({ code, scanned: _scanned, ...rest }) => ({
    weight_g: null,
    length_mm: null,
    width_mm: null,
    height_mm: null,
    damaged: false,
    ref: "",
    ...rest,
    code: code === null ? (generated.pop()?.code ?? "") : normalizeCode(code),
  }));
  // `rolled_back` stands for "not received yet" until the movement is posted: the row is never visible so.
  const values = [business_id, JSON.stringify(wanted), now];
  await db.execute(
    `insert into stock_package (business_id, code, customer_id, weight_g, length_mm, width_mm, height_mm, damaged, ref, status,
       received_at, left_at)
     select $1, w.code, w.customer_id, w.weight_g, w.length_mm, w.width_mm, w.height_mm, w.damaged, w.ref, 'rolled_back', $3, $3
       from json_to_recordset($2::json) as w(${PACKAGE_VALUES}) order by w.code on conflict (business_id, code) do nothing`,
    values,
  );
  const codes = wanted.map(({ code }) => code);
  const locked = await db.rows<PackageRow>(
    "select * from stock_package where business_id = $1 and code = any($2) order by id for update",
    [business_id, codes],
  );
  const present = locked.filter(({ status }) => status === "in_stock");
  if (present.length > 0) return { already: await describeReceived({ db, business_id }, present) };
  const updated = await db.rows<PackageRow>(
    `update stock_package p set customer_id = w.customer_id, weight_g = w.weight_g, length_mm = w.length_mm,
       width_mm = w.width_mm, height_mm = w.height_mm, damaged = w.damaged, ref = w.ref, received_at = $3
       from json_to_recordset($2::json) as w(${PACKAGE_VALUES}) where p.business_id = $1 and p.code = w.code returning p.*`,
    values,
  );
  const by_code = new Map(updated.map((row) => [row.code, row]));
  return {
    rows: codes.map((code) => {
      const row = by_code.get(code);
      if (row === undefined) throw new Error(`The package ${code} was not stored.`);
      return row;
    }),
  };
}

/** Who received packages that are in stock, and when. */
async function describeReceived(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  packages: readonly Pick<PackageRow, "id" | "code">[],
): Promise<AlreadyReceived[]> {
  const rows = await db.rows<{
    package_id: number;
    warehouse_id: number;
    received_at: string;
    account_id: number | null;
    name: string | null;
  }>(
    `select distinct on (m.package_id) m.package_id, b.warehouse_id, m.at as received_at, a.id as account_id, a.name
       from stock_movement m join stock_batch b on b.business_id = $1 and b.id = m.batch_id
       left join account a on a.id = m.created_by
      where m.business_id = $1 and m.package_id = any($2::bigint[]) and m.article_id is null and m.from_bin_id is null
      order by m.package_id, m.id desc`,
    [business_id, packages.map(({ id }) => id)],
  );
  const codes = new Map(packages.map(({ id, code }) => [id, code]));
  return rows.map(({ package_id, account_id, name, ...rest }) => ({
    ...rest,
    package_id,
    code: codes.get(package_id) ?? "",
    received_by: account_id === null ? null : { account_id, name: name ?? "" },
  }));
}

export interface FaultyPackage {
  package_id: number;
  fault: PackageFault;
}

/**
 * Reserves packages for one holder, such as a ship-out. They may still be moved between bins, and nobody else may hold or
 * issue them. Holding again changes nothing. With `customer_id`, packages of another owner are refused.
 */
export async function holdPackages(
  context: Context<never>,
  request: { package_ids: readonly number[]; holder: Holder; customer_id?: number | null },
): Promise<{ packages: PackageRow[] } | { faulty: FaultyPackage[] }> {
  const { package_ids, holder, customer_id } = request;
  const locked = await lockPackages(context, package_ids);
  const faulty = package_ids.flatMap((package_id): FaultyPackage[] => {
    const fault = findPackageFault(locked.get(package_id), holder, customer_id);
    return fault === null ? [] : [{ package_id, fault }];
  });
  if (faulty.length > 0) return { faulty };
  const { db, business_id, now, emit } = context;
  const changed = await db.rows<{ id: number }>(
    `update stock_package set holder_type = $3, holder_id = $4, held_at = $5, version = version + 1
      where business_id = $1 and id = any($2::bigint[]) and holder_id is null returning id`,
    [business_id, [...package_ids], holder.type, holder.id, now],
  );
  const newly = new Set(changed.map(({ id }) => id));
  const packages = package_ids.flatMap((id) => locked.get(id) ?? []);
  for (const { id, code } of packages)
    if (newly.has(id))
      emit({
        subject: { type: "stock_package", id },
        kind: "wms.package_held",
        payload: { code, holder_type: holder.type, holder_id: holder.id },
      });
  return { packages };
}

/** Ends the holds of a holder, on all of its packages or on those named; returns the packages. Again: none. */
export async function releasePackages(
  { db, business_id, emit }: Context<never>,
  { holder, package_ids }: { holder: Holder; package_ids?: readonly number[] },
): Promise<PackageRow[]> {
  const released = await db.rows<PackageRow>(
    `update stock_package p set holder_type = null, holder_id = null, held_at = null, version = p.version + 1
       from (select id from stock_package where business_id = $1 and holder_type = $2 and holder_id = $3
               and ($4::bigint[] is null or id = any($4)) order by id for update) as held
      where p.business_id = $1 and p.id = held.id returning p.*`,
    [business_id, holder.type, holder.id, package_ids ?? null],
  );
  for (const { id, code } of released)
    emit({
      subject: { type: "stock_package", id },
      kind: "wms.package_released",
      payload: { code, holder_type: holder.type, holder_id: holder.id },
    });
  return released;
}

/**
 * Takes packages out of stock, with what is in them: they leave the building. Those of another holder are refused. Their
 * holds end. The packages are of one warehouse, where the caller may work.
 */
export async function issuePackages(
  context: Context<never>,
  request: { package_ids: readonly number[]; holder: Holder; scanned?: ReadonlyMap<number, string> },
): Promise<{ batch_id: number; packages: PackageRow[] } | { faulty: FaultyPackage[] }> {
  const { package_ids, holder, scanned } = request;
  const present = await lockStockAtHand(context, { package_ids });
  const locked = await lockPackages(context, package_ids);
  const warehouses = new Map(present.bins.map((bin) => [bin.id, bin.warehouse_id]));
  const [first] = warehouses.values();
  const faulty = package_ids.flatMap((package_id): FaultyPackage[] => {
    const row = locked.get(package_id);
    const fault = findPackageFault(row, holder, undefined);
    if (fault !== null) return [{ package_id, fault }];
    const warehouse_id = warehouses.get(row?.bin_id ?? 0);
    if (warehouse_id === undefined) return [{ package_id, fault: "unknown" }];
    return warehouse_id === first ? [] : [{ package_id, fault: "other_warehouse" }];
  });
  if (faulty.length > 0) return { faulty };
  const posted = await postMovements(context, {
    kind: "issue",
    bins: present.bins,
    subject: holder,
    movements: present.lines.map((line) => ({
      ...line,
      reason: "issued",
      from_bin_id: line.bin_id,
      to_bin_id: null,
      scanned: scanned?.get(line.package_id ?? 0) ?? null,
    })),
  });
  if ("problem" in posted)
    throw new Error(`Packages that are in stock could not be issued: ${posted.problem}.`);
  await releasePackages(context, { holder, package_ids });
  return { batch_id: posted.batch_id, packages: package_ids.flatMap((id) => locked.get(id) ?? []) };
}

/** Locked by id, after their bins. */
async function lockPackages(
  { db, business_id }: Context<never>,
  ids: readonly number[],
): Promise<Map<number, PackageRow>> {
  const rows = await db.rows<PackageRow>(
    "select * from stock_package where business_id = $1 and id = any($2::bigint[]) order by id for update",
    [business_id, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** An open bin of the caller's warehouses, locked for a receipt. */
export async function lockReceivingBin(context: Context<never>, bin_id: number): Promise<BinRow | undefined> {
  const [bin] = await lockBins(context, [bin_id]);
  return bin;
}
