/** One proposal, in any state. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { Approval, loadApproval } from "../proposal.ts";

export const getApproval = defineOperation({
  name: "approval",
  summary: "Get an approval",
  access: { roles: TENANT_ROLES, scopes: ["approvals:read"] },
  rest: { method: "GET", path: "/api/v1/approvals/{approval_id}" },
  input: Type.Object({ approval_id: Ref("approval") }),
  output: Type.Object({ result: Type.Boolean(), approval: Approval }),

  async run(context, { approval_id }) {
    return { result: true, approval: await loadApproval(context, approval_id) };
  },
});
