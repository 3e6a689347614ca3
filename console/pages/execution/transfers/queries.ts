/** Transfers between warehouses, and what waits for one. */
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

export type {
  TransferCandidate,
  TransferItem,
  TransferRollbackItem,
  TransferStep,
  WarehouseTransfer as Transfer,
} from "../../../../packages/client/client.gen.ts";

export const countCandidates = async (options: { signal: AbortSignal }) =>
  (await client.transferCandidates({ per_page: 1 }, options)).total;

export const candidatesQuery = queryOptions({
  queryKey: ["transfers", "candidates"],
  meta: { live: ["parcel", "transfer"] },
  queryFn: ({ signal }) => client.transferCandidates({ per_page: 200 }, { signal }),
});

const OPEN = ["DRAFT", "OUTBOUND", "IN_TRANSIT", "RECEIVED"] as const;
const ENDED = ["CLOSED", "CANCELLED", "ROLLED_BACK"] as const;

export const transfersQuery = (of: "open" | "ended") =>
  queryOptions({
    queryKey: ["transfers", "list", of],
    meta: { live: ["transfer"] },
    queryFn: ({ signal }) =>
      client.transfers({ per_page: 100, state: of === "open" ? [...OPEN] : [...ENDED] }, { signal }),
  });

export const transferQuery = (transfer_id: number) =>
  queryOptions({
    queryKey: ["transfers", "one", transfer_id],
    meta: { live: [{ transfer: transfer_id }, "parcel"] },
    queryFn: ({ signal }) => client.transfer({ transfer_id }, { signal }),
  });

export const STEPS_PER_PAGE = 50;

export const stepsQuery = (transfer_id: number, page: number) =>
  queryOptions({
    queryKey: ["transfers", "steps", transfer_id, page],
    meta: { live: [{ transfer: transfer_id }] },
    queryFn: ({ signal }) =>
      client.transferAudit({ transfer_id, page, per_page: STEPS_PER_PAGE }, { signal }),
  });
