/** How to load: the steps of each space in an order in which each piece can be put in, from the last stop to the first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findCorner } from "../blocks.ts";
import { messages } from "../messages.ts";
import { getPlan } from "../records/loading-plan.ts";
import { listSteps } from "../steps.ts";

export const getLoadingSteps = defineOperation({
  name: "loadingPlanSteps",
  summary: "Get the loading steps of a plan",
  access: { scopes: ["loading:read"] },
  rest: { method: "GET", path: "/api/v1/loading/plans/{loading_plan_id}/steps" },
  input: Type.Object({ loading_plan_id: Ref("loading_plan") }),
  output: Type.Object({
    result: Type.Boolean(),
    spaces: Type.Array(
      Type.Object(
        {
          space_no: Type.Integer(),
          space: Type.String({ description: "Code." }),
          space_name: Type.String(),
          weight_g: Type.Integer(),
          steps: Type.Array(
            Type.Object({
              step: Type.Integer(),
              item: Type.String({ description: "Name." }),
              code: Type.String(),
              pieces: Count,
              stop_seq: Nullable(Type.Integer()),
              upright: StringEnum(["length", "width", "height"], {
                description: "Which dimension of the item stands upright.",
              }),
              x_mm: Type.Integer({ description: "From the wall opposite the door." }),
              y_mm: Type.Integer({ description: "Across." }),
              z_mm: Type.Integer({ description: "Above the floor." }),
            }),
          ),
        },
        { $id: "LoadingSteps" },
      ),
    ),
  }),
  refusals: { not_solved: "conflict" },

  async run(context, { loading_plan_id }) {
    const plan = await getPlan(context, loading_plan_id);
    if (plan.solution === null) throw context.refuse("not_solved", { message: messages.not_solved });
    return {
      result: true,
      spaces: listSteps(plan).map(({ space_no, space, metrics, steps }) => ({
        space_no,
        space: space.code,
        space_name: space.name,
        weight_g: metrics.weight_g,
        steps: steps.map(({ step, item, pieces, upright }) => ({
          step,
          item: item.name,
          code: item.code,
          pieces: pieces.length,
          stop_seq: item.stop_seq ?? null,
          upright,
          ...findCorner(pieces),
        })),
      })),
    };
  },
});
