/** Packages in stock: what one is, how it is stored, locked and held. */

import { buildCodeKey } from "#codes/read-code.ts";
import { selectPerson } from "#operation/caller/people.ts";
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import { getStatusAfterLeaving, type Holder, type Movement, type PackageStatus } from "../rules.ts";

export interface PackageRow extends Row<"stock_package"> {
  status: PackageStatus;
}

/** Of `PackageView`. */
export const PACKAGE_COLUMNS = `id, code, customer_id, weight_g, length_mm, width_mm, height_mm, damaged, ref, status, bin_id,
  holder_type, holder_id, received_at, left_at, version`;

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

type Reader = Pick<Context<never>, "db" | "business_id">;

const PACKAGE_VALUES = `code text, customer_id bigint, weight_g int, length_mm int, width_mm int, height_mm int, damaged bool,
  ref text`;

/** The rows of packages that are about to be received, in the order of the request; not in stock yet. */
export async function storePackages(
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
  const new_packages = packages.map(({ code, scanned: _scanned, ...rest }) => ({
    weight_g: null,
    length_mm: null,
    width_mm: null,
    height_mm: null,
    damaged: false,
    ref: "",
    ...rest,
    code: code === null ? (generated.pop()?.code ?? "") : buildCodeKey(code),
  }));
  // `rolled_back` stands for "not received yet" until the movement is posted: the row is never visible so.
  const values = [business_id, JSON.stringify(new_packages), now];
  await db.execute(
    `insert into stock_package (business_id, code, customer_id, weight_g, length_mm, width_mm, height_mm, damaged, ref, status,
       received_at, left_at)
     select $1, w.code, w.customer_id, w.weight_g, w.length_mm, w.width_mm, w.height_mm, w.damaged, w.ref, 'rolled_back', $3, $3
       from json_to_recordset($2::json) as w(${PACKAGE_VALUES}) order by w.code on conflict (business_id, code) do nothing`,
    values,
  );
  const codes = new_packages.map(({ code }) => code);
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
  { db, business_id }: Reader,
  packages: readonly Pick<PackageRow, "id" | "code">[],
): Promise<AlreadyReceived[]> {
  const rows = await db.rows<{
    package_id: number;
    warehouse_id: number;
    received_at: string;
    received_by: { account_id: number; name: string } | null;
  }>(
    `select distinct on (m.package_id) m.package_id, b.warehouse_id, m.at as received_at, ${selectPerson("m.created_by")} as received_by
       from stock_movement m join stock_batch b on b.business_id = $1 and b.id = m.batch_id
      where m.business_id = $1 and m.package_id = any($2::bigint[]) and m.article_id is null and m.from_bin_id is null
      order by m.package_id, m.id desc`,
    [business_id, packages.map(({ id }) => id)],
  );
  const codes = new Map(packages.map(({ id, code }) => [id, code]));
  return rows.map((row) => ({ ...row, code: codes.get(row.package_id) ?? "" }));
}

/** Locked by id, after their bins. */
export async function lockPackages(
  { db, business_id }: Context<never>,
  ids: readonly number[],
): Promise<Map<number, PackageRow>> {
  const rows = await db.rows<PackageRow>(
    "select * from stock_package where business_id = $1 and id = any($2::bigint[]) order by id for update",
    [business_id, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Holds those of locked packages that nobody holds; returns their ids. */
export async function storeHold(
  { db, business_id, now }: Context<never>,
  package_ids: readonly number[],
  holder: Holder,
): Promise<Set<number>> {
  const changed = await db.rows<{ id: number }>(
    `update stock_package set holder_type = $3, holder_id = $4, held_at = $5, version = version + 1
      where business_id = $1 and id = any($2::bigint[]) and holder_id is null returning id`,
    [business_id, [...package_ids], holder.type, holder.id, now],
  );
  return new Set(changed.map(({ id }) => id));
}

/** Of all packages of the holder, or of those named. */
export function endHold(
  { db, business_id }: Reader,
  holder: Holder,
  package_ids: readonly number[] | undefined,
): Promise<PackageRow[]> {
  return db.rows<PackageRow>(
    `update stock_package p set holder_type = null, holder_id = null, held_at = null, version = p.version + 1
       from (select id from stock_package where business_id = $1 and holder_type = $2 and holder_id = $3
               and ($4::bigint[] is null or id = any($4)) order by id for update) as held
      where p.business_id = $1 and p.id = held.id returning p.*`,
    [business_id, holder.type, holder.id, package_ids ?? null],
  );
}

/** Stores where the packages among the goods are after movements. */
export async function movePackages(
  { db, business_id }: Context<never>,
  movements: readonly Movement[],
  at: string,
): Promise<void> {
  const after = new Map<number, { id: number; bin_id: number | null; status: string }>();
  for (const { article_id, package_id, to_bin_id, reason } of movements) {
    if (article_id !== null || package_id === null) continue;
    const status = to_bin_id === null ? getStatusAfterLeaving(reason) : "in_stock";
    after.set(package_id, { id: package_id, bin_id: to_bin_id, status });
  }
  if (after.size === 0) return;
  await db.execute(
    `update stock_package p set bin_id = s.bin_id, status = s.status, version = version + 1,
       left_at = case when s.bin_id is null then $3::timestamptz end
       from json_to_recordset($2::json) as s(id bigint, bin_id bigint, status text)
      where p.business_id = $1 and p.id = s.id`,
    [business_id, JSON.stringify([...after.values()]), at],
  );
}
