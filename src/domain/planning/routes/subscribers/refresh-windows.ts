/** Updates stops of open routes when the time windows of their orders change. */
import { orderWindowsChanged } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { refreshWindows } from "../windows.ts";

export const refreshStopWindows = subscribe(orderWindowsChanged, (context, { orders }) =>
  refreshWindows(context, orders),
);
