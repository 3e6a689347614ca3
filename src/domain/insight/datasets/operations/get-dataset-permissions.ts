/** Who may see and change what in a dataset. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getView } from "../records/dataset.ts";
import { answerPermissions } from "../records/dataset-permission.ts";
import { VISIBILITIES } from "../rules.ts";
import { StoredDatasetPermission } from "../shapes.ts";

export const getDatasetPermissions = defineOperation({
  name: "datasetPermissions",
  summary: "Get the permissions of a dataset",
  access: { roles: ["client_admin"], scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets/{dataset_id}/permissions" },
  input: Type.Object({ dataset_id: Ref("dataset") }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_id: Ref("dataset"),
    version: Type.Integer(),
    visibility: StringEnum(VISIBILITIES),
    permissions: Type.Array(StoredDatasetPermission),
  }),

  async run(context, { dataset_id }) {
    return answerPermissions(context, await getView(context, dataset_id));
  },
});
