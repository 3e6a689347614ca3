/** The events of cargo spaces and of loading plans. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { PLAN_STATES } from "./rules.ts";
import { DEVIATIONS } from "./scans.ts";

const scope = "loading:read";
const space = { subjects: ["cargo_space"], scope } as const;
const plan = { subjects: ["loading_plan"], scope } as const;

export const events = defineEvents(
  {
    "cargo_space.created": {
      ...space,
      summary: "A cargo space was added to the library.",
      payload: Type.Object({ code: Type.String(), mode: Type.String() }),
    },
    "cargo_space.changed": {
      ...space,
      summary: "A cargo space was changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
    "loading.plan_created": {
      ...plan,
      summary: "A loading plan was created.",
      payload: Type.Object({ route_id: Nullable(Id) }),
    },
    "loading.plan_changed": {
      ...plan,
      summary: "What a loading plan loads was changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
    "loading.solve_requested": {
      ...plan,
      summary: "A loading plan waits for the solver.",
      payload: Type.Object({}),
    },
    "loading.solve_started": {
      ...plan,
      summary: "The solver works on a loading plan.",
      payload: Type.Object({}),
    },
    "loading.solved": {
      ...plan,
      summary: "The solver ended: with a load, cancelled, or failed.",
      payload: Type.Object({
        state: StringEnum(PLAN_STATES),
        route_id: Nullable(Id),
        spaces: Count,
        unplaced: Count,
        gap_percent: Type.Number(),
        inputs_hash: Type.String(),
      }),
      public_types: ["loading.solved"],
    },
    "loading.edited": {
      ...plan,
      summary: "Pieces of a loading plan were moved by hand.",
      payload: Type.Object({ moves: Count }),
    },
    "loading.locked": {
      ...plan,
      summary: "A loading plan was locked: it is loaded like this.",
      payload: Type.Object({}),
    },
    "loading.unlocked": {
      ...plan,
      summary: "A loading plan may be changed again.",
      payload: Type.Object({}),
    },
    "loading.scanned": {
      ...plan,
      summary: "A piece was loaded as planned.",
      payload: Type.Object({ code: Type.String(), space_no: Type.Integer() }),
    },
    "loading.deviated": {
      ...plan,
      summary: "Something was not loaded as planned.",
      payload: Type.Object({
        code: Type.String(),
        space_no: Type.Integer(),
        deviation: StringEnum(DEVIATIONS),
        route_id: Nullable(Id),
      }),
      public_types: ["loading.deviated"],
    },
    "loading.executed": {
      ...plan,
      summary: "Every piece of a loading plan was scanned.",
      payload: Type.Object({ deviations: Count }),
      public_types: ["loading.executed"],
    },
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
