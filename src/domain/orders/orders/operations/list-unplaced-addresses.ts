/**
 * Addresses of open orders that have no position, so that nobody can plan these orders.
 *
 * Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count, OrderId } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { countUnplaced, listUnplaced } from "../unplaced/unplaced.ts";

export const listUnplacedAddresses = defineOperation({
  name: "clientOrdersUnplaced",
  summary: "List addresses without a position",
  description:
    "Addresses of orders that can still be planned and have no coordinates, each once however it is spelled, the earliest " +
    "days first. clientOrdersPlace sets the position of one.",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/unplaced" },
  input: Type.Object({
    date_from: Type.Optional({
      ...CalendarDate,
      description: "Scheduled on this day or later. Default: today in the business's time zone.",
    }),
    limit: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 500, default: 200, description: "0: only the number of orders." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    orders_total: Type.Integer({ minimum: 0, description: "Orders that lack a position." }),
    addresses_total: Type.Integer({
      minimum: 0,
      description: "Different addresses; 0 when none was asked for.",
    }),
    is_complete: Type.Boolean({
      description:
        "False when there are more addresses than were read; the others follow when these are placed.",
    }),
    addresses: Type.Array(
      Type.Object({
        address_key: Type.String({ description: "Two spellings with the same key are the same address." }),
        place: Place,
        names: Type.Array(Type.String(), { description: "Of people there, at most three." }),
        orders: Count,
        order_ids: Type.Array(Ref("order", OrderId), {
          description: "At most 500, the earliest days first.",
        }),
        first_date: CalendarDate,
      }),
    ),
  }),

  async run(context, { date_from, limit = 200 }) {
    const from = date_from ?? toLocalDate(context.now, context.business.time_zone);
    const [orders_total, { addresses, is_complete }] = await Promise.all([
      countUnplaced(context, from),
      limit === 0 ? { addresses: [], is_complete: true } : listUnplaced(context, from),
    ]);
    return {
      result: true,
      orders_total,
      addresses_total: addresses.length,
      is_complete: is_complete && (limit === 0 || addresses.length <= limit),
      addresses: addresses
        .slice(0, limit)
        .map(({ sides, ...address }) => ({ ...address, order_ids: sides.map(({ order_id }) => order_id) })),
    };
  },
});
