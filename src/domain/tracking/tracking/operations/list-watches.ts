/** The shipments that the caller's account follows. */
import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { WATCH_COLUMNS, type WatchRow } from "../watches.ts";

export const listWatches = defineList({
  name: "trackingWatches",
  summary: "List shipments that the caller follows",
  access: { roles: TENANT_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/tracking/watches" },
  rows: {
    watches: Type.Array(
      Type.Object({
        id: Ref("watch"),
        tracking_number: Type.String(),
        status_code: Nullable(
          Type.String({ description: "OTEP code of the last message, or of the start." }),
        ),
        created_at: Timestamp,
      }),
      { description: "Newest first." },
    ),
  },
  from: "tracking_watch",
  columns: WATCH_COLUMNS,
  where: ["account_id = $account_id", "state = 'active'"],
  order: "id desc",
  values: ({ actor }) => ({ account_id: actor.account_id }),
  build: ({ id, number: tracking_number, status_code, created_at }: WatchRow) => ({
    id,
    tracking_number,
    status_code,
    created_at,
  }),
});
