/** Contractors, and the orders assigned to them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BrokerOrderAssignmentsInput, Contractor } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import type { Me } from "../../../api/session.ts";

export type {
  BrokerOrderAssignment as Assignment,
  Contractor,
  ContractorRule,
  RuleCorner,
} from "../../../../packages/client/client.gen.ts";
export type AssignmentFilters = BrokerOrderAssignmentsInput;

/** Queries that an assignment, a plan or a change of rules makes stale. */
export const invalidatedQueries = [["contractors"], ["assignments"], ["orders"]];

export const contractorsQuery = queryOptions({
  queryKey: ["contractors", "list"],
  meta: { live: ["contractor", "assignment"] },
  queryFn: ({ signal }) => client.clientContractors({ per_page: 200 }, { signal }),
  staleTime: 20_000,
});

export const contractorQuery = (contractor_id: number) =>
  queryOptions({
    queryKey: ["contractors", "one", contractor_id],
    meta: { live: ["contractor", "assignment"] },
    queryFn: ({ signal }) => client.clientContractor({ contractor_id }, { signal }),
  });

export const poolQuery = (contractor_id: number, date: string, include_earlier?: boolean) =>
  queryOptions({
    queryKey: ["contractors", "pool", contractor_id, date, include_earlier],
    meta: { live: ["assignment", "route"] },
    queryFn: ({ signal }) =>
      client.clientContractorPool({ contractor_id, date, include_earlier }, { signal }),
    placeholderData: keepPreviousData,
  });

export const assignmentsQuery = (filters: AssignmentFilters) =>
  queryOptions({
    queryKey: ["assignments", "list", filters],
    meta: { live: ["assignment", "order"] },
    queryFn: ({ signal }) => client.brokerOrderAssignments(filters, { signal }),
    placeholderData: keepPreviousData,
  });

/** Every assignment of an order, with its plan and price at that time. */
export const assignmentHistoryQuery = (assignment_id: number) =>
  queryOptions({
    queryKey: ["assignments", "history", assignment_id],
    meta: { live: ["assignment"] },
    queryFn: async ({ signal }) =>
      (await client.brokerOrderAssignmentHistory({ assignment_id }, { signal })).assignments,
  });

/** Has the platform licensed the module for this business? */
export function mayAssign(me: Me): boolean {
  return me.modules.includes("contractor_assignment");
}

/** Everybody to whom orders can be assigned, each named with their contractor. */
export function listAssignees(contractors: readonly Contractor[]): { value: string; label: string }[] {
  return contractors
    .filter(({ status }) => status === "active")
    .flatMap(({ name, people }) =>
      people
        .filter(({ status }) => status === "active" || status === "invited")
        .map((person) => ({
          value: String(person.broker_id),
          label: person.name === name ? name : `${name}: ${person.name}`,
        })),
    );
}

/** An invited person; without a name, the contractor's is used. */
export function toSignInInput({ name, email }: { name: string; email: string }) {
  return { email: email.trim(), ...(name.trim() ? { name: name.trim() } : {}) };
}
