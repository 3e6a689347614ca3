/** Suggests addresses of past orders to the address book. */
import { pastAddressesRequested } from "#domain/locations/addressbook/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { searchOrders } from "../listing/search.ts";
import { normalizeSearchText } from "../listing/search-text.ts";
import { getVisibility } from "../visibility.ts";

/** Drivers see no past orders; contractors and customers see their own. */
export const pastAddresses = subscribe(
  pastAddressesRequested,
  async ({ db, business_id, record_kinds, actor, business }, { text, limit }) => {
    if (actor.role === "driver") return [];
    const orders = await searchOrders(
      {
        db,
        business_id,
        record_kinds,
        reach: getVisibility(actor),
        country: business.country,
        limit,
      },
      text,
      normalizeSearchText(text),
    );
    return orders
      .map(({ type, pickup, dropoff, status, score }) => ({
        place: type === "P" ? pickup : dropoff,
        was_delivered: status === "DELIVERED",
        score,
      }))
      .flatMap(({ place, ...rest }) => (place === null ? [] : [{ place, ...rest }]))
      .sort((one, other) => Number(other.was_delivered) - Number(one.was_delivered));
  },
);
