/** Writes that wait for approval by a person. */
import { queryOptions } from "@tanstack/react-query";
import type { ApprovalsInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { Approval } from "../../../../packages/client/client.gen.ts";
export type ApprovalState = NonNullable<ApprovalsInput["state"]>;

export const approvalsQuery = (state: ApprovalState) =>
  queryOptions({
    queryKey: ["approvals", state],
    meta: { live: ["proposal"] },
    queryFn: ({ signal }) => client.approvals({ state, per_page: 100 }, { signal }),
  });

export async function countPending({ signal }: { signal: AbortSignal }): Promise<number> {
  return (await client.approvals({ state: "pending", per_page: 1 }, { signal })).total;
}

export function decide(approval_id: number, verdict: "approve" | "reject", note: string) {
  const input = { approval_id, ...(note === "" ? {} : { note }) };
  return verdict === "approve" ? client.approvalApprove(input) : client.approvalReject(input);
}
