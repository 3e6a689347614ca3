/** The events of points of interest. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PoiKind, VISIBILITIES } from "./shapes.ts";

const poi = groupEvents({ record_kinds: ["poi"], scope: "address:read" });
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
    "poi.holidays_set": calendar("The days of a calendar of holidays were set.", { days: Type.Integer() }),
  },
  { "poi.changed": "A point of interest was created, changed or deleted." },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
