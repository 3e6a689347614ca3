/**
 * Set who may see and change what in a dataset: all roles at once. A role that is not named sees what the visibility of
 * the dataset says; administrators see everything.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { describeDatasetAccess, toRefusal } from "../caller-columns.ts";
import { messages } from "../messages.ts";
import { lockView, StoredDataset } from "../records/dataset.ts";
import { answerPermissions, replacePermissions } from "../records/dataset-permission.ts";
import { ROLE_NAMES, VISIBILITIES } from "../rules.ts";
import { DatasetPermission, StoredDatasetPermission } from "../shapes.ts";
import { type Filter, parseWhere, WhereFault } from "../where.ts";

export const setDatasetPermissions = defineOperation({
  name: "datasetPermissionsSet",
  summary: "Set the permissions of a dataset",
  risk: "high",
  access: { roles: ["client_admin"], scopes: ["datasets:write"] },
  rest: { method: "PUT", path: "/api/v1/datasets/{dataset_id}/permissions" },
  input: Type.Object({
    dataset_id: Ref("dataset"),
    visibility: Type.Optional(StringEnum(VISIBILITIES, { description: "As it is when absent." })),
    permissions: Type.Array(DatasetPermission, { maxItems: ROLE_NAMES.length }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_id: Ref("dataset"),
    version: Type.Integer(),
    visibility: StringEnum(VISIBILITIES),
    permissions: Type.Array(StoredDatasetPermission),
  }),
  refusals: {
    unknown_column: "invalid",
    invalid_where: "invalid",
    column_hidden: "forbidden",
    role_twice: "invalid",
  },

  async run(context, { dataset_id, visibility, permissions }) {
    const { refuse, emit, expectVersion } = context;
    const view = await lockView(context, dataset_id, "columns");
    expectVersion(view.version);
    const toNumbers = (keys: readonly string[], field: string) =>
      keys.map((key, index) => {
        const column = view.all_columns.find((one) => one.key === key);
        if (column !== undefined) return column.n;
        throw refuse("unknown_column", {
          message: messages.unknown_column,
          errors: [{ field: `${field}/${index}`, message: messages.no_column }],
        });
      });
    const toRule = (rule: Record<string, unknown> | null, field: string): Filter | null => {
      if (rule === null) return null;
      try {
        return parseWhere(rule, { ...describeDatasetAccess(view), takes_caller: true });
      } catch (error) {
        if (error instanceof WhereFault)
          throw toRefusal(context, new WhereFault(`${field}/${error.field}`, error.text, error.code));
        throw error;
      }
    };
    const roles = permissions.map(({ role }) => role);
    if (new Set(roles).size < roles.length)
      throw refuse("role_twice", {
        message: messages.role_twice_default,
        errors: [{ field: "permissions", message: messages.role_twice }],
      });
    const rows = permissions.map((one, index) => ({
      role: one.role,
      access: one.access,
      hidden: toNumbers(one.hidden_columns, `permissions/${index}/hidden_columns`),
      read_only: toNumbers(one.read_only_columns, `permissions/${index}/read_only_columns`),
      row_rule: toRule(one.row_rule, `permissions/${index}`),
    }));
    await replacePermissions(context, dataset_id, rows);
    await StoredDataset.change(context, view, { visibility: visibility ?? view.visibility });
    emit({
      subject: { type: "dataset", id: dataset_id },
      kind: "dataset.permissions_changed",
      payload: { roles },
    });
    const changed = { ...view, visibility: visibility ?? view.visibility, version: view.version + 1 };
    return answerPermissions(context, changed);
  },
});
