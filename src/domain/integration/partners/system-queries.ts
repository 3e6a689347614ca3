/** Partners by their keys, across businesses. */
import { BUSINESS_COLUMNS } from "#operation/caller/business.ts";
import type { CallerQueries, PartnerRow } from "#operation/caller/caller-queries.ts";
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import { hashToken } from "#platform/auth/secrets.ts";

export const systemQueries = defineSystemQueries<Pick<CallerQueries, "findPartnerOfKey" | "touchPartner">>(
  ({ db }) => {
    /** Partners whose use is being written: a thousand requests at once write it once. */
    const touching = new Set<number>();
    return {
      findPartnerOfKey: (key_id) =>
        db.row<PartnerRow>(
          `select p.id as partner_id, p.code, p.name, p.status, p.uses, p.source_types, p.subject_patterns, p.formats, p.requests_per_s,
           p.allows_bearer, p.last_used_at, array_remove(array[p.secret, p.former_secret], null) as secrets, ${BUSINESS_COLUMNS}
         from directory_entry d join partner p on p.business_id = d.business_id and p.key_id = $1
           join business b on b.id = d.business_id
         where d.kind = 'partner' and d.value_hash = $2`,
          [key_id, hashToken(key_id)],
        ),
      async touchPartner(business_id, partner_id, at, before) {
        if (touching.has(partner_id)) return;
        touching.add(partner_id);
        try {
          await db.execute(
            "update partner set last_used_at = $3 where business_id = $1 and id = $2 and (last_used_at is null or last_used_at <= $4)",
            [business_id, partner_id, at, before],
          );
        } finally {
          touching.delete(partner_id);
        }
      },
    };
  },
);
