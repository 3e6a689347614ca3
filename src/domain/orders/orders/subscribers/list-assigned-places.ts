/** Tells the address book where the orders of a contractor go. */
import { assignedPlacesRequested } from "#domain/locations/addressbook/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import type { Place } from "#vocabulary/place.ts";

export const listAssignedPlaces = subscribe(
  assignedPlacesRequested,
  async ({ db, business_id }, { account_id, orders_max }) => {
    const rows = await db.rows<{ place: Place | null }>(
      `with own as (
         select pickup, dropoff from delivery_order
          where business_id = $1 and contractor_account_id = $2 and status <> all($3::text[])
          order by id desc limit $4)
       select pickup as place from own union all select dropoff from own`,
      [business_id, account_id, ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"], orders_max],
    );
    return rows.map(({ place }) => place);
  },
);
