/** The events of skills. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";

const skill = groupEvents({ record_kinds: ["skill"], scope: "drivers:read" });
const OfCode = Type.Object({ code: Type.String() });
const Skills = Type.Object({ skills: Type.Array(Type.String()) });

export const events = defineEvents({
  "skill.created": skill("A skill was created.", { code: Type.String(), kind: Type.String() }),
  "skill.updated": skill("A skill was changed.", OfCode),
  "skill.deleted": skill("A skill was deleted.", OfCode),
  "vehicle.skills_set": {
    summary: "The skills of a vehicle were set.",
    record_kinds: ["vehicle"],
    scope: "drivers:read",
    payload: Skills,
  },
  "driver.skills_set": {
    summary: "The skills of a driver were set.",
    record_kinds: ["driver"],
    scope: "drivers:read",
    topics: ["driver"],
    payload: Skills,
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
