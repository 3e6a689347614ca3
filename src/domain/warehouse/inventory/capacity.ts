/** Whether goods fit into their bins: pieces, weight and volume, beside what lies there. The caller has locked the bins. */
import type { BinRow } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import {
  computeFit,
  computeVolume,
  type Goods,
  type Measure,
  type Movement,
  subtractMeasure,
} from "./rules.ts";

type Reader = Pick<Context<never>, "db" | "business_id">;
type Capacity = Pick<BinRow, "id" | "units_max" | "weight_g_max" | "volume_cm3_max">;

/** A bin that does not take what was moved into it. */
export interface Overload {
  bin_id: number;
  /** What the bin still takes, without what was asked for; null where it has no limit. */
  free: Measure;
  /** For each movement into this bin that does not fit whole: how many pieces do. */
  fits: { index: number; qty: number; fits: number }[];
}

const PACKAGE_VOLUME = "ceil(p.length_mm::bigint * p.width_mm * p.height_mm / 1000.0)";
const ARTICLE_VOLUME = "ceil(a.length_mm::bigint * a.width_mm * a.height_mm / 1000.0)";

/**
 * What lies in bins. A package counts as one piece, with its own weight and size where they were measured, and else with
 * those of its content.
 */
async function loadBinLoads(
  { db, business_id }: Reader,
  bin_ids: readonly number[],
): Promise<Map<number, { pieces: number; weight_g: number; volume_cm3: number }>> {
  const rows = await db.rows<{ bin_id: number; pieces: number; weight_g: number; volume_cm3: number }>(
    `select l.bin_id,
       sum(case when l.package_id is null then l.qty when l.article_id is null then 1 else 0 end)::bigint as pieces,
       sum(case when l.article_id is null then coalesce(p.weight_g, 0)
             when p.weight_g is null then l.qty::bigint * coalesce(a.weight_g, 0) else 0 end)::bigint as weight_g,
       sum(case when l.article_id is null then coalesce(${PACKAGE_VOLUME}, 0)
             when ${PACKAGE_VOLUME} is null then l.qty::bigint * coalesce(${ARTICLE_VOLUME}, 0) else 0 end)::bigint as volume_cm3
       from stock_line l
       left join article a on a.business_id = $1 and a.id = l.article_id
       left join stock_package p on p.business_id = $1 and p.id = l.package_id
      where l.business_id = $1 and l.bin_id = any($2::bigint[]) and l.qty > 0
      group by l.bin_id`,
    [business_id, [...bin_ids]],
  );
  return new Map(rows.map(({ bin_id, ...load }) => [bin_id, load]));
}

function isLimited({ units_max, weight_g_max, volume_cm3_max }: Capacity): boolean {
  return units_max !== null || weight_g_max !== null || volume_cm3_max !== null;
}

/** What is left of a bin with this load. */
function computeFree(
  { units_max, weight_g_max, volume_cm3_max }: Capacity,
  load: { pieces: number; weight_g: number; volume_cm3: number } | undefined,
): Measure {
  const rest = (most: number | null, used: number) => (most === null ? null : most - used);
  return {
    pieces: rest(units_max, load?.pieces ?? 0),
    weight_g: rest(weight_g_max, load?.weight_g ?? 0),
    volume_cm3: rest(volume_cm3_max, load?.volume_cm3 ?? 0),
  };
}

/** The first bin that does not take what is moved into it; undefined when all fits. Called before the movements. */
export async function findOverload(
  context: Reader,
  bins: readonly Capacity[],
  movements: readonly Movement[],
): Promise<Overload | undefined> {
  const targets = new Set(movements.map(({ to_bin_id }) => to_bin_id));
  const limited = bins.filter((bin) => targets.has(bin.id) && isLimited(bin));
  if (limited.length === 0) return undefined;
  const [loads, measure] = await Promise.all([
    loadBinLoads(
      context,
      limited.map(({ id }) => id),
    ),
    loadMeasures(context, movements),
  ]);
  const free = new Map(limited.map((bin) => [bin.id, computeFree(bin, loads.get(bin.id))]));
  const before = new Map(free);
  const overloads = new Map<number, Overload>();
  for (const [index, movement] of movements.entries()) {
    const each = measure(movement);
    const { from_bin_id, to_bin_id, qty } = movement;
    // What leaves a bin makes room for what follows.
    const source = from_bin_id === null ? undefined : free.get(from_bin_id);
    if (from_bin_id !== null && source) free.set(from_bin_id, subtractMeasure(source, each, -qty));
    const room = to_bin_id === null ? undefined : free.get(to_bin_id);
    if (to_bin_id === null || room === undefined) continue;
    const fits = computeFit(room, each, qty);
    free.set(to_bin_id, subtractMeasure(room, each, fits));
    if (fits === qty) continue;
    const overload = overloads.get(to_bin_id) ?? {
      bin_id: to_bin_id,
      free: before.get(to_bin_id) ?? room,
      fits: [],
    };
    overload.fits.push({ index, qty, fits });
    overloads.set(to_bin_id, overload);
  }
  return overloads.values().next().value;
}

/** How many pieces of goods a bin takes now. */
export interface FreeCapacity {
  bin_id: number;
  fits: number;
}

/** What each of these bins takes of goods, in their order. Nothing is locked: it is good for a suggestion. */
export async function findFreeCapacity(
  context: Reader,
  bins: readonly Capacity[],
  goods: Goods & { qty: number },
): Promise<FreeCapacity[]> {
  const [loads, measure] = await Promise.all([
    loadBinLoads(
      context,
      bins.filter(isLimited).map(({ id }) => id),
    ),
    loadMeasures(context, [goods]),
  ]);
  const each = measure(goods);
  return bins.map((bin) => ({
    bin_id: bin.id,
    fits: computeFit(computeFree(bin, loads.get(bin.id)), each, goods.qty),
  }));
}

/** What one piece of goods takes up. */
async function loadMeasures(
  { db, business_id }: Reader,
  goods: readonly Goods[],
): Promise<(of: Goods) => Measure> {
  const ids = (member: "article_id" | "package_id") => [
    ...new Set(goods.flatMap((one) => one[member] ?? [])),
  ];
  interface Measured {
    id: number;
    weight_g: number | null;
    length_mm: number | null;
    width_mm: number | null;
    height_mm: number | null;
  }
  const load = async (table: "article" | "stock_package", wanted_ids: number[]) =>
    wanted_ids.length === 0
      ? new Map<number, Measured>()
      : new Map(
          (
            await db.rows<Measured>(
              `select id, weight_g, length_mm, width_mm, height_mm from ${table} where business_id = $1 and id = any($2::bigint[])`,
              [business_id, wanted_ids],
            )
          ).map((row) => [row.id, row]),
        );
  const [articles, packages] = await Promise.all([
    load("article", ids("article_id")),
    load("stock_package", ids("package_id")),
  ]);
  return ({ article_id, package_id }) => {
    const article = article_id === null ? undefined : articles.get(article_id);
    const outer = package_id === null ? undefined : packages.get(package_id);
    const of = article ?? outer;
    const volume_cm3 = of === undefined ? null : computeVolume(of);
    if (article === undefined || outer === undefined)
      return { pieces: 1, weight_g: of?.weight_g ?? null, volume_cm3 };
    return {
      pieces: 0,
      weight_g: outer.weight_g === null ? article.weight_g : 0,
      volume_cm3: computeVolume(outer) === null ? volume_cm3 : 0,
    };
  };
}
