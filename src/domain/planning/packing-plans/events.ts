/** The events of the packaging catalogue and of packing plans. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { PLAN_STATES } from "./rules.ts";

const scope = "packing:read";
const packaging = { subjects: ["packaging"], scope } as const;
const plan = { subjects: ["packing_plan"], scope } as const;

export const events = defineEvents(
  {
    "packaging.created": {
      ...packaging,
      summary: "A packaging was added to the catalogue.",
      payload: Type.Object({ code: Type.String(), category: Type.String() }),
    },
    "packaging.changed": {
      ...packaging,
      summary: "A packaging was changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
    "packing.plan_created": {
      ...plan,
      summary: "A packing plan was created.",
      payload: Type.Object({ order_id: Nullable(Id) }),
    },
    "packing.plan_changed": {
      ...plan,
      summary: "What a packing plan packs was changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
    "packing.solve_requested": {
      ...plan,
      summary: "A packing plan waits for the solver.",
      payload: Type.Object({}),
    },
    "packing.solve_started": {
      ...plan,
      summary: "The solver works on a packing plan.",
      payload: Type.Object({}),
    },
    "packing.solved": {
      ...plan,
      summary: "The solver ended: with packages, cancelled, or failed.",
      payload: Type.Object({
        state: StringEnum(PLAN_STATES),
        order_id: Nullable(Id),
        packages: Count,
        unpacked: Count,
        outer_volume_mm3: Type.Integer(),
        inputs_hash: Type.String(),
      }),
      public_types: ["packing.solved"],
    },
    "packing.applied": {
      ...plan,
      summary: "The packages of a plan became the parcels of its order.",
      payload: Type.Object({ order_id: Id, parcels: Count }),
      public_types: ["packing.applied"],
    },
    "packing.actual_recorded": {
      ...plan,
      summary: "What was really used for packages was recorded.",
      payload: Type.Object({ packages: Type.Array(Type.Integer()), differences: Count }),
      public_types: ["packing.actual_recorded"],
    },
  },
  {
    "packing.solved": "The solver ended: with packages, cancelled, or failed.",
    "packing.applied": "The packages of a plan became the parcels of its order.",
    "packing.actual_recorded": "What was really used for packages was recorded.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
