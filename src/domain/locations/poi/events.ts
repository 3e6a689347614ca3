/** The events of points of interest. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PoiKind, VISIBILITIES } from "./shapes.ts";

const poi = groupEvents({ record_kinds: ["poi"], scope: "address:read" });
const batch = groupEvents({ record_kinds: ["poi_import"], scope: "address:read" });
/** They say where a driver is. */
const visit = groupEvents({ record_kinds: ["poi"], scope: "routes:read", topics: ["dispatch"] });
const VisitMembers = {
  driver_id: Id,
  route_id: Nullable(Id),
  visit_id: Id,
  arrived_at: Timestamp,
};
const calendar = groupEvents({ record_kinds: ["poi_calendar"], scope: "address:read" });

export const events = defineEvents(
  {
    "poi.created": poi(
      "A point of interest was created.",
      { kind: PoiKind, visibility: StringEnum(VISIBILITIES) },
      { public_types: ["poi.changed"] },
    ),
    "poi.updated": poi(
      "A point of interest was changed.",
      { changed: Type.Array(Type.String()) },
      { public_types: ["poi.changed"] },
    ),
    "poi.deleted": poi("A point of interest was deleted.", {}, { public_types: ["poi.changed"] }),
    "poi.merged": poi(
      "A point of interest was merged into another one as its duplicate.",
      { into_poi_id: Id },
      { public_types: ["poi.changed"] },
    ),
    "poi.entered": visit(
      "A driver arrived at a point of interest and stayed, as positions show.",
      VisitMembers,
      {
        public_types: ["poi.entered"],
      },
    ),
    "poi.exited": visit(
      "A driver left a point of interest, as positions show.",
      { ...VisitMembers, departed_at: Timestamp, service_time_s: Nullable(Count) },
      { public_types: ["poi.exited"] },
    ),
    "poi.import_started": batch("A file of points of interest was accepted.", { rows: Count }),
    "poi.import_finished": batch("A file of points of interest was read to its end.", {
      rows: Count,
      failed: Count,
    }),
    "poi.holidays_set": calendar("The days of a calendar of holidays were set.", { days: Type.Integer() }),
  },
  {
    "poi.changed": "A point of interest was created, changed, merged or deleted.",
    "poi.entered": "A driver arrived at a point of interest and stayed.",
    "poi.exited": "A driver left a point of interest.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
