/** The events of cargo spaces and of loading plans. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { PLAN_STATES } from "./rules.ts";
import { DEVIATIONS } from "./scans.ts";

const scope = "loading:read";
const space = groupEvents({ record_kinds: ["cargo_space"], scope });
const plan = groupEvents({ record_kinds: ["loading_plan"], scope });

export const events = defineEvents(
  {
    "cargo_space.created": space("A cargo space was added to the library.", {
      code: Type.String(),
      mode: Type.String(),
    }),
    "cargo_space.changed": space("A cargo space was changed.", { members: Type.Array(Type.String()) }),
    "loading.plan_created": plan("A loading plan was created.", { route_id: Nullable(Id) }),
    "loading.plan_changed": plan("What a loading plan loads was changed.", {
      members: Type.Array(Type.String()),
    }),
    "loading.solve_requested": plan("A loading plan waits for the solver.", {}),
    "loading.solve_started": plan("The solver works on a loading plan.", {}),
    "loading.solved": plan(
      "The solver ended: with a load, cancelled, or failed.",
      {
        state: StringEnum(PLAN_STATES),
        route_id: Nullable(Id),
        spaces: Count,
        unplaced: Count,
        gap_percent: Type.Number(),
        inputs_hash: Type.String(),
      },
      { public_types: ["loading.solved"] },
    ),
    "loading.edited": plan("Pieces of a loading plan were moved by hand.", { moves: Count }),
    "loading.locked": plan("A loading plan was locked: it is loaded like this.", {}),
    "loading.unlocked": plan("A loading plan may be changed again.", {}),
    "loading.scanned": plan("A piece was loaded as planned.", {
      code: Type.String(),
      space_no: Type.Integer(),
    }),
    "loading.deviated": plan(
      "Something was not loaded as planned.",
      {
        code: Type.String(),
        space_no: Type.Integer(),
        deviation: StringEnum(DEVIATIONS),
        route_id: Nullable(Id),
      },
      { public_types: ["loading.deviated"] },
    ),
    "loading.executed": plan(
      "Every piece of a loading plan was scanned.",
      { deviations: Count },
      { public_types: ["loading.executed"] },
    ),
  },
  {
    "loading.solved": "The solver ended: with a load, cancelled, or failed.",
    "loading.deviated": "Something was not loaded as planned.",
    "loading.executed": "Every piece of a loading plan was scanned.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
