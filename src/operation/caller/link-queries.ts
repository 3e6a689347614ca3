/** Links by their tokens, across businesses. */
import { defineSystemQueries } from "../define/system-queries.ts";
import { BUSINESS_COLUMNS } from "./business.ts";
import type { CallerQueries, LinkRow } from "./caller-queries.ts";

export const linkQueries = defineSystemQueries<Pick<CallerQueries, "findLinkOfToken" | "touchLink">>(
  ({ db }) => ({
    findLinkOfToken: (token_hash) =>
      db.row<LinkRow>(
        `select l.id as link_id, l.subject_type, l.subject_id, l.operations, l.expires_at, l.revoked_at, ${BUSINESS_COLUMNS}
         from directory_entry d join link l on l.business_id = d.business_id and l.token_hash = $1
           join business b on b.id = d.business_id
         where d.kind = 'link' and d.value_hash = $1`,
        [token_hash],
      ),
    async touchLink(business_id, link_id, at, uses) {
      await db.execute(
        "update link set uses = uses + $4, last_used_at = $3 where business_id = $1 and id = $2",
        [business_id, link_id, at, uses],
      );
    },
  }),
);
