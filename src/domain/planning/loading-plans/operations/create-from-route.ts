/**
 * Create a loading plan of the goods of a route that are on board when it starts. The stops are in the order of the route, so that what is
 * delivered first is loaded last. Without a space the vehicle of the route is loaded.
 */
import Type from "typebox";
import { pickOptions } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { contentsRefusals, loadContents } from "../contents.ts";
import { loadRouteItems, routeRefusals } from "../from-route.ts";
import { buildPlanView, insertPlan } from "../records/loading-plan.ts";
import { LoadingPlan, loadInput, optionMembers } from "../shapes.ts";
import { sizeMembers } from "../space-shapes.ts";

export const createFromRoute = defineOperation({
  name: "loadingPlanFromRoute",
  summary: "Create a loading plan from a route",
  destructive: false,
  access: { scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/plans/from-route/{route_id}", status: 201 },
  input: Type.Object({
    route_id: Ref("route"),
    name: Type.Optional(Type.String({ maxLength: 120 })),
    ...loadInput,
    unmeasured: Type.Optional(
      Type.Object(sizeMembers, {
        description: "Sizes that parcels without measures count as; such parcels are refused if absent.",
      }),
    ),
    ...optionMembers,
    allow_unplaced: Type.Optional(
      Type.Boolean({ description: "Items that fit no space are listed as unplaced instead of refused." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    loading_plan_id: Ref("loading_plan"),
    version: Type.Integer(),
    loading_plan: LoadingPlan,
  }),
  refusals: { ...contentsRefusals, ...routeRefusals },

  async run(context, { route_id, name, unmeasured, ...input }) {
    const { route, items } = await loadRouteItems(context, route_id, unmeasured);
    const vehicle_id = route.route.vehicle_id;
    const names_space =
      input.vehicle_id !== undefined || (input.spaces ?? []).length + (input.custom_spaces ?? []).length > 0;
    const contents = await loadContents(context, items, {
      ...input,
      ...(names_space || vehicle_id === null ? {} : { vehicle_id }),
    });
    const plan = await insertPlan(context, {
      name: name?.trim() || route.route.number,
      route_id,
      contents,
      options: pickOptions(input),
    });
    return {
      result: true,
      loading_plan_id: plan.id,
      version: plan.version,
      loading_plan: buildPlanView(context, plan, []),
    };
  },
});
