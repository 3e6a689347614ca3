/** Alliances of the business, what is granted in them, and what partners share. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  AllianceAccessLogOutput,
  AllianceGrant,
  AllianceGrantPreviewInput,
  AllianceMember,
  AllianceOrdersInput,
  Alliance as AllianceOut,
  AllianceTracking as AllianceTrackingOut,
  SharedOrder as SharedOrderOut,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type Alliance = AllianceOut;
export type Grant = AllianceGrant;
export type Member = AllianceMember;
export type SharedOrder = SharedOrderOut;
export type AllianceTracking = AllianceTrackingOut;
export type AccessEntry = AllianceAccessLogOutput["entries"][number];
export type Field = Grant["fields_masked"][number];
export type Scope = Grant["scopes"][number];

/** What every decision about alliances changes. */
export const KEYS = [["alliances"]];
const meta = { live: ["alliance"] };

export const alliancesQuery = queryOptions({
  queryKey: ["alliances", "all"],
  meta,
  queryFn: ({ signal }) => client.alliances({ per_page: 200 }, { signal }),
});

export const clientsQuery = queryOptions({
  queryKey: ["alliances", "clients"],
  meta,
  queryFn: ({ signal }) => client.allianceAccessibleClients({ per_page: 200 }, { signal }),
});

export const allianceQuery = (alliance_id: number) =>
  queryOptions({
    queryKey: ["alliances", alliance_id],
    meta,
    queryFn: ({ signal }) => client.alliance({ alliance_id }, { signal }),
  });

export const membersQuery = (alliance_id: number) =>
  queryOptions({
    queryKey: ["alliances", alliance_id, "members"],
    meta,
    queryFn: ({ signal }) => client.allianceMembers({ alliance_id, per_page: 200 }, { signal }),
  });

export const grantsQuery = (alliance_id: number) =>
  queryOptions({
    queryKey: ["alliances", alliance_id, "grants"],
    meta,
    queryFn: ({ signal }) => client.allianceGrants({ alliance_id }, { signal }),
  });

export const previewQuery = (input: AllianceGrantPreviewInput) =>
  queryOptions({
    queryKey: ["alliances", "preview", input],
    queryFn: ({ signal }) => client.allianceGrantPreview(input, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

export const accessQuery = (alliance_id: number) =>
  infiniteQueryOptions({
    queryKey: ["alliances", alliance_id, "access"],
    queryFn: ({ pageParam, signal }) =>
      client.allianceAccessLog(
        { alliance_id, per_page: 20, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const sharedOrdersQuery = (input: AllianceOrdersInput) =>
  infiniteQueryOptions({
    queryKey: ["alliances", "orders", input],
    meta,
    queryFn: ({ pageParam, signal }) =>
      client.allianceOrders(
        { per_page: 50, ...input, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
    retry: false,
  });

export const sharedTrackingQuery = (client_code: string, number: string) =>
  queryOptions({
    queryKey: ["alliances", "tracking", client_code, number],
    queryFn: ({ signal }) => client.allianceTracking({ client_code, number }, { signal }),
    retry: false,
  });

export const customerChoicesQuery = queryOptions({
  queryKey: ["customers", "choices", ""],
  queryFn: ({ signal }) => client.clientCustomers({ per_page: 200 }, { signal }),
  staleTime: 60_000,
});

/** Invitations to answer, and terms to sign. */
export const countToAnswer = async ({ signal }: { signal: AbortSignal }) => {
  const { alliances } = await client.alliances({ per_page: 200 }, { signal });
  return alliances.filter(waitsForUs).length;
};

const waitsForUs = ({ state, status, must_sign }: Alliance) =>
  status === "active" && (state === "invited" || must_sign);
