/** What agents did and tried, from the audit. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AuditEntry } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import type { ActivityFilters } from "./filters.ts";

export type { AuditEntry };
export const PER_PAGE = 50;

export const activityQuery = ({ token, tool, outcome, way = "mcp", page = 1 }: ActivityFilters) =>
  queryOptions({
    queryKey: ["agent-activity", token, tool, outcome, way, page],
    queryFn: ({ signal }) =>
      client.audit(
        {
          page,
          per_page: PER_PAGE,
          surface: way,
          ...(token === undefined ? {} : { token_id: token }),
          ...(tool === undefined ? {} : { tool }),
          ...(outcome === undefined ? {} : { outcome }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Only one's own tokens can be opened; others are known from what they did. */
export const ownTokensQuery = queryOptions({
  queryKey: ["tokens", "api"],
  queryFn: ({ signal }) => client.userTokens({ kind: "api", per_page: 100 }, { signal }),
});
