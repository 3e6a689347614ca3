/** Handovers: of customers those in which they sell or buy, of the business all. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildHandover, HANDOVERS, type HandoverView } from "../present.ts";
import { listPhotos } from "../records/photo.ts";
import { STATUSES } from "../rules.ts";
import { Handover } from "../shapes.ts";

export const listHandovers = defineList({
  name: "resaleHandovers",
  summary: "List handovers",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-resale/handovers" },
  localised: true,
  filters: {
    status: filter(StringEnum(STATUSES), "h.status = $status"),
    locker_id: filter(Ref("locker_device"), "h.device_id = $locker_id"),
    as: filter(
      StringEnum(["seller", "buyer"], { description: "Of customers: only where the caller sells, or buys." }),
      {
        where:
          "$customer_id::bigint = case $as when 'seller' then h.seller_customer_id else h.buyer_customer_id end",
      },
    ),
  },
  rows: { handovers: Type.Array(Handover) },
  from: "resale_handover h",
  select: HANDOVERS,
  where: "($customer_id::bigint is null or $customer_id in (h.seller_customer_id, h.buyer_customer_id))",
  order: "h.id desc",
  values: ({ actor }) => ({ customer_id: actor.role === "customer" ? (actor.customer_id ?? 0) : null }),
  async buildAll(rows: readonly HandoverView[], context) {
    const photos = await listPhotos(
      context,
      rows.map(({ id }) => id),
    );
    const by_handover = Map.groupBy(photos, ({ handover_id }) => handover_id);
    return rows.map((row) => buildHandover(context, row, by_handover.get(row.id) ?? []));
  },
});
