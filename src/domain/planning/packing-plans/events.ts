/** The events of the packaging catalogue and of packing plans. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { PLAN_STATES } from "./rules.ts";

const scope = "packing:read";
const packaging = groupEvents({ record_kinds: ["packaging"], scope });
const plan = groupEvents({ record_kinds: ["packing_plan"], scope });

export const events = defineEvents(
  {
    "packaging.created": packaging("A packaging was added to the catalogue.", {
      code: Type.String(),
      category: Type.String(),
    }),
    "packaging.changed": packaging("A packaging was changed.", { members: Type.Array(Type.String()) }),
    "packing.plan_created": plan("A packing plan was created.", { order_id: Nullable(Id) }),
    "packing.plan_changed": plan("What a packing plan packs was changed.", {
      members: Type.Array(Type.String()),
    }),
    "packing.solve_requested": plan("A packing plan waits for the solver.", {}),
    "packing.solve_started": plan("The solver works on a packing plan.", {}),
    "packing.solved": plan(
      "The solver ended: with packages, cancelled, or failed.",
      {
        state: StringEnum(PLAN_STATES),
        order_id: Nullable(Id),
        packages: Count,
        unpacked: Count,
        outer_volume_mm3: Type.Integer(),
        inputs_hash: Type.String(),
      },
      { public_types: ["packing.solved"] },
    ),
    "packing.applied": plan(
      "The packages of a plan became the parcels of its order.",
      { order_id: Id, parcels: Count },
      { public_types: ["packing.applied"] },
    ),
    "packing.actual_recorded": plan(
      "What was really used for packages was recorded.",
      { packages: Type.Array(Type.Integer()), differences: Count },
      { public_types: ["packing.actual_recorded"] },
    ),
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
