/** Where compartments can be rented, as anybody may know it: a caller without an account names the business by its code. */
import Type from "typebox";
import { listFreeLockers, type PublicLocker, SIZES, type Size } from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { SystemQueries } from "#operation/define/system-queries.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";

export const BusinessCode = NoRef(
  "the code of a business, which its customers know",
  Type.String({ minLength: 1, maxLength: 40, description: "Code of the business." }),
);

/** A bucket of its own: pages poll it. */
export const PUBLIC_LIMIT = { name: "locker_storage_public", per_s: 5, burst: 100 } as const;

/** Business 0 does not exist and sees no row. */
export const findTenant = async (
  system_queries: SystemQueries,
  { business }: { business: string },
): Promise<number> => (await system_queries.findBusinessOfCode(business)) ?? 0;

export function requireBusiness({
  business_id,
  refuse,
}: Pick<Context<never>, "business_id" | "refuse">): void {
  if (business_id === 0) throw refuse("not_found", { message: messages.no_business });
}

export interface SizeCount {
  size: Size;
  compartments: number;
  width_mm: number;
  height_mm: number;
  depth_mm: number;
}

/** Lockers with the sizes of their compartments: how many there are, and the room in the smallest of each. */
export async function listPublicLockers(
  context: Pick<Context, "db" | "business_id">,
): Promise<(PublicLocker & { sizes: SizeCount[] })[]> {
  const { db, business_id } = context;
  const [lockers, counts] = await Promise.all([
    listFreeLockers(context),
    db.rows<SizeCount & { device_id: number }>(
      `select device_id, size, count(*)::int as compartments, min(width_mm) as width_mm, min(height_mm) as height_mm,
         min(depth_mm) as depth_mm from locker_compartment
        where business_id = $1 and status <> 'OUT_OF_SERVICE' group by device_id, size`,
      [business_id],
    ),
  ]);
  const by_device = Map.groupBy(counts, ({ device_id }) => device_id);
  return lockers.map((locker) => ({
    ...locker,
    sizes: (by_device.get(locker.locker_id) ?? []).sort(
      (one, other) => SIZES.indexOf(one.size) - SIZES.indexOf(other.size),
    ),
  }));
}
