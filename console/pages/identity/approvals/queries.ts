/** Writes that wait for approval by a person. */
import { queryOptions } from "@tanstack/react-query";
import type { ApprovalsInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { Approval } from "../../../../packages/client/client.gen.ts";
export type ApprovalState = NonNullable<ApprovalsInput["state"]>;

/** Those in a state, newest first. An agent sends a person to one proposal: it comes first, however old it is and whatever its state. */
export const approvalsQuery = (state: ApprovalState, requested_id: number | undefined) =>
  queryOptions({
    queryKey: ["approvals", state, requested_id],
    meta: { live: ["proposal"] },
    queryFn: async ({ signal }) => {
      const [{ approvals }, named_approvals] = await Promise.all([
        client.approvals({ state, per_page: 100 }, { signal }),
        requested_id === undefined
          ? []
          : client.approvals({ approval_id: requested_id }, { signal }).then((answer) => answer.approvals),
      ]);
      return [...named_approvals, ...approvals.filter(({ approval_id }) => approval_id !== requested_id)];
    },
  });

export async function countPending({ signal }: { signal: AbortSignal }): Promise<number> {
  return (await client.approvals({ state: "pending", per_page: 1 }, { signal })).total;
}

export function decide(approval_id: number, verdict: "approve" | "reject", note: string) {
  const input = { approval_id, ...(note === "" ? {} : { note }) };
  return verdict === "approve" ? client.approvalApprove(input) : client.approvalReject(input);
}
