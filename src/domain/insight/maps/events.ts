/** The events of custom maps. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { ACCESSES, SOURCES } from "./rules.ts";

const map = groupEvents({ record_kinds: ["custom_map"], scope: "maps:read" });
const members = Type.Array(Type.String());

export const events = defineEvents(
  {
    "map.created": map("A map was created.", { access: StringEnum(ACCESSES) }),
    "map.changed": map("A map was changed.", { members }),
    "map.deleted": map("A map was deleted.", {}),
    "map.layer_created": map("A layer was added to a map.", { layer_id: Id, source: StringEnum(SOURCES) }),
    "map.layer_changed": map("A layer of a map was changed.", { layer_id: Id, members }),
    "map.layer_removed": map("A layer was taken off a map.", { layer_id: Id }),
    "map.layer_uploaded": map("Features of a layer were uploaded.", {
      layer_id: Id,
      features: Type.Integer(),
    }),
    "map.published": map(
      "Readers see another version of a map.",
      { number: Type.Integer(), slug: Type.String(), access: StringEnum(ACCESSES) },
      { public_types: ["map.published"] },
    ),
    "map.unpublished": map("Readers do not see a map any more.", {}),
  },
  { "map.published": "A map was published, or an earlier version of it again." },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
