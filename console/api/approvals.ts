/** Writes that wait for a person. */
import { queryOptions } from "@tanstack/react-query";
import { get, post } from "./transport.ts";

interface Person {
  id: number;
  name: string | null;
}

export interface Approval {
  approval_id: number;
  state: string;
  operation: string;
  tool: string | null;
  summary: string;
  risk: "low" | "medium" | "high";
  required_scopes: string[];
  reason: string | null;
  arguments: Record<string, unknown> | null;
  preview: Record<string, unknown> | null;
  proposed_by: Person;
  proposed_profile: string | null;
  proposed_at: string;
  expires_at: string;
  decided_by: Person | null;
  decided_at: string | null;
  decision_note: string | null;
  answer: Record<string, unknown> | null;
  refusal: { error_code: string; message: string } | null;
  is_mine: boolean;
  can_approve: boolean;
}

export const approvalsQuery = (state: string) =>
  queryOptions({
    queryKey: ["approvals", state],
    queryFn: ({ signal }) => get<{ total: number; approvals: Approval[] }>("/api/v1/approvals", { state, per_page: 100 }, { signal }),
    refetchInterval: 10_000,
  });

export const decide = (approval_id: number, verdict: "approve" | "reject", note: string) =>
  post<{ result: boolean; approval: Approval }>(`/api/v1/approvals/${approval_id}/${verdict}`, note ? { note } : {});
