/** How to pack: the steps of each package with their pictures, in the order in which pieces can be put in from above. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { drawStep, toSvg } from "../picture.ts";
import { getPlan } from "../records/packing-plan.ts";
import { listSteps } from "../steps.ts";

/** More pictures of one package are megabytes; the PDF has them all. */
const PICTURES_MAX = 120;

export const getPackingInstructions = defineOperation({
  name: "packingPlanInstructions",
  summary: "Get packing instructions with step pictures",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:read"] },
  rest: { method: "GET", path: "/api/v1/packing-plans/{packing_plan_id}/instructions" },
  input: Type.Object({
    packing_plan_id: Ref("packing_plan"),
    package_no: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: "One package, with a picture for each step; all without pictures if absent.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    packages: Type.Array(
      Type.Object(
        {
          package_no: Type.Integer(),
          packaging: Type.String({ description: "Code." }),
          packaging_name: Type.String(),
          weight_g: Type.Integer({ description: "Gross." }),
          steps: Type.Array(
            Type.Object({
              step: Type.Integer(),
              item: Type.String({ description: "Name." }),
              pieces: Type.Integer(),
              upright: StringEnum(["length", "width", "height"], {
                description: "Which dimension of the item stands upright.",
              }),
              x_mm: Type.Integer({ description: "From the inner corner, along the length." }),
              y_mm: Type.Integer({ description: "Along the width." }),
              z_mm: Type.Integer({ description: "Above the floor." }),
              picture_svg: Type.Optional(
                Type.String({ description: "The package after this step; what is put in is coloured." }),
              ),
            }),
          ),
        },
        { $id: "PackingInstructions" },
      ),
    ),
  }),
  refusals: { not_solved: "conflict", unknown_package: "invalid" },

  async run(context, { packing_plan_id, package_no }) {
    const { refuse } = context;
    const plan = await getPlan(context, packing_plan_id);
    if (plan.solution === null) throw refuse("not_solved", { message: messages.not_solved });
    const all = listSteps(plan);
    const chosen_packages =
      package_no === undefined ? all : all.filter((one) => one.package_no === package_no);
    if (package_no !== undefined && chosen_packages.length === 0)
      throw refuse("unknown_package", {
        message: messages.unknown_package,
        values: { number: package_no },
        errors: [{ field: "package_no", message: messages.not_between.with({ last: all.length }) }],
      });
    return {
      result: true,
      packages: chosen_packages.map((one) => ({
        package_no: one.package_no,
        packaging: one.packaging.code,
        packaging_name: one.packaging.name,
        weight_g: one.weight_g,
        steps: one.steps.map(({ step, item, pieces, upright, placement }) => ({
          step,
          item: item.name,
          pieces,
          upright,
          x_mm: placement.x_mm,
          y_mm: placement.y_mm,
          z_mm: placement.z_mm,
          ...(package_no === undefined || step > PICTURES_MAX
            ? {}
            : { picture_svg: toSvg(drawStep(one, step), `Step ${step}: ${pieces} × ${item.name}`) }),
        })),
      })),
    };
  },
});
