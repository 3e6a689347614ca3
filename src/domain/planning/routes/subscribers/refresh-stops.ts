/** Updates open routes when the windows, places or amounts of their orders change. */
import { orderDetailsChanged, orderWindowsChanged } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { refreshStops } from "../refresh-stops.ts";

export const refreshStopWindows = subscribe(orderWindowsChanged, (context, { orders }) =>
  refreshStops(context, orders, "route.windows_changed"),
);

export const refreshCorrectedStops = subscribe(orderDetailsChanged, (context, { orders }) =>
  refreshStops(context, orders, "route.stops_corrected"),
);
