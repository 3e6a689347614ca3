/** How often versions of documents were checked. */
import type { Db } from "#platform/db/db.ts";

interface UnreportedCheck {
  business_id: number;
  document_id: number;
  version: number;
  date: string;
  verdict: string;
  /** Since it was last reported. */
  new_count: number;
}

/** Counts that are reported in this transaction, of any business. */
export function takeUnreportedChecks(db: Db, limit: number): Promise<UnreportedCheck[]> {
  return db.rows<UnreportedCheck>(
    `update document_check c set reported_count = c.count
       from (select business_id, document_id, version, date, verdict, count - reported_count as new_count from document_check
              where count > reported_count order by business_id limit $1 for update skip locked) n
      where (c.business_id, c.document_id, c.version, c.date, c.verdict) = (n.business_id, n.document_id, n.version, n.date, n.verdict)
      returning c.business_id, c.document_id, c.version, c.date::text, c.verdict, n.new_count`,
    [limit],
  );
}
