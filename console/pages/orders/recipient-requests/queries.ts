/** What recipients asked for by links. */
import { queryOptions } from "@tanstack/react-query";
import type {
  ClientRecipientRequestsInput,
  RecipientRequest,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { RecipientRequest };

const PER_PAGE = 25;

export const requestsQuery = (filter: ClientRecipientRequestsInput) =>
  queryOptions({
    queryKey: ["recipient-requests", filter],
    queryFn: ({ signal }) => client.clientRecipientRequests({ per_page: PER_PAGE, ...filter }, { signal }),
    meta: { live: ["recipient_request"] },
  });

export const countOpenRequests = async ({ signal }: { signal: AbortSignal }) =>
  (await client.clientRecipientRequests({ state: "open", per_page: 1 }, { signal })).total;
