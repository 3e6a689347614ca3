/** Warehouses with their zones and bins. */
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { Warehouse } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";

export type {
  Warehouse,
  WarehouseBin,
  WarehouseUses,
  WarehouseZone,
} from "../../../../packages/client/client.gen.ts";

/** Open ones first; closed ones too. */
export const warehousesQuery = queryOptions({
  queryKey: ["warehouses", "list"],
  meta: { live: ["warehouse", "parcel"] },
  queryFn: ({ signal }) => client.warehouses({ per_page: 200 }, { signal }),
  staleTime: 60_000,
});

export const warehouseQuery = (warehouse_id: number) =>
  queryOptions({
    queryKey: ["warehouses", "one", warehouse_id],
    meta: { live: [{ warehouse: warehouse_id }] },
    queryFn: ({ signal }) => client.warehouse({ warehouse_id }, { signal }),
  });

export const BINS_PER_PAGE = 100;

export const binsQuery = (warehouse_id: number, zone_id: number, page: number) =>
  queryOptions({
    queryKey: ["warehouses", "bins", warehouse_id, zone_id, page],
    meta: { live: [{ warehouse: warehouse_id }] },
    queryFn: ({ signal }) =>
      client.warehouseBins({ warehouse_id, zone_id, page, per_page: BINS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });

const NONE: Warehouse[] = [];

/** The open warehouses, for names and choices; none for people who may not see them, or while they are loaded. */
export function useWarehouses(): readonly Warehouse[] {
  const me = useMe();
  const enabled = isStaff(me) && me.permissions.includes("wms:read");
  const { data } = useQuery({
    ...warehousesQuery,
    enabled,
    retry: false,
    select: ({ warehouses }) => warehouses.filter(({ status }) => status === "open"),
  });
  return data ?? NONE;
}
