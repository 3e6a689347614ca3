/** How far the geocoding of a dataset is: records by state, and how many rows the day still allows. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { countStates, loadQuota } from "../geocoding.ts";
import { getView } from "../records/dataset.ts";
import { GEOCODE_STATES, type GeocodeState } from "../rules.ts";
import { GeocodeQuota } from "../shapes.ts";

export const getDatasetGeocodeQueue = defineOperation({
  name: "datasetGeocodeQueue",
  summary: "Get the state of geocoding of a dataset",
  access: { scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}/geocode" },
  input: Type.Object({ dataset_id: Ref("dataset") }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_id: Ref("dataset"),
    is_available: Type.Boolean({ description: "A geocoder is configured." }),
    states: Type.Object(
      Object.fromEntries(GEOCODE_STATES.map((state) => [state, Type.Integer()])) as Record<
        GeocodeState,
        ReturnType<typeof Type.Integer>
      >,
      { $id: "DatasetGeocodeStates" },
    ),
    quota: GeocodeQuota,
  }),

  async run(context, { dataset_id }) {
    const view = await getView(context, dataset_id);
    const [counts, quota] = await Promise.all([
      view.sees_position ? countStates(context, view) : ({} as Partial<Record<GeocodeState, number>>),
      loadQuota(context),
    ]);
    const states = Object.fromEntries(GEOCODE_STATES.map((state) => [state, counts[state] ?? 0])) as Record<
      GeocodeState,
      number
    >;
    const is_available = context.providers.geocoder.name !== "none";
    return { result: true, dataset_id, is_available, states, quota };
  },
});
