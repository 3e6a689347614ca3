/** The events of skills. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";

const skill = { subjects: ["skill"], scope: "drivers:read" } as const;
const OfCode = Type.Object({ code: Type.String() });
const Skills = Type.Object({ skills: Type.Array(Type.String()) });

export const events = defineEvents({
  "skill.created": {
    ...skill,
    summary: "A skill was created.",
    payload: Type.Object({ code: Type.String(), kind: Type.String() }),
  },
  "skill.updated": { ...skill, summary: "A skill was changed.", payload: OfCode },
  "skill.deleted": { ...skill, summary: "A skill was deleted.", payload: OfCode },
  "vehicle.skills_set": {
    summary: "The skills of a vehicle were set.",
    subjects: ["vehicle"],
    scope: "drivers:read",
    payload: Skills,
  },
  "driver.skills_set": {
    summary: "The skills of a driver were set.",
    subjects: ["driver"],
    scope: "drivers:read",
    topics: ["driver"],
    payload: Skills,
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
