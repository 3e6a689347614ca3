/** The announced lines of a receipt, checked, as they will be stored. */
import { buildCodeKey } from "#codes/read-code.ts";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { messages } from "./messages.ts";
import type { NewLine } from "./records/receipt-line.ts";
import type { ExpectedLine } from "./shapes.ts";

/** The lines as they are stored, or what is wrong with them. Articles are those of the owner. */
export async function checkLines(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  customer_id: number | null,
  requested_lines: readonly ExpectedLine[],
): Promise<{ lines: NewLine[] } | { errors: RefusalDetail[] }> {
  const ids = requested_lines.flatMap(({ article_id }) => article_id ?? []);
  const article_statuses = new Map(
    (ids.length === 0
      ? []
      : await db.rows<{ id: number; status: string }>(
          `select id, status from article
            where business_id = $1 and id = any($2::bigint[]) and customer_id is not distinct from $3 order by id for share`,
          [business_id, ids, customer_id],
        )
    ).map(({ id, status }) => [id, status]),
  );
  const errors: RefusalDetail[] = [];
  const seen_keys = new Set<string>();
  const lines = requested_lines.map((line, index): NewLine => {
    const { article_id = null, package_code, lot = "", expires_date = null, qty = 1 } = line;
    const code = package_code === undefined ? null : buildCodeKey(package_code);
    const problem = findProblem(line, article_statuses);
    const key = JSON.stringify([article_id, code, lot, expires_date]);
    const message = problem ?? (seen_keys.has(key) ? fields.named_twice : null);
    if (message !== null) errors.push({ field: `lines/${index}`, message });
    seen_keys.add(key);
    return { article_id, package_code: code, lot, expires_date, qty };
  });
  return errors.length > 0 ? { errors } : { lines };
}

function findProblem(
  { article_id, package_code, lot, expires_date, qty }: ExpectedLine,
  articles: ReadonlyMap<number, string>,
): Message | null {
  if ((article_id === undefined) === (package_code === undefined)) return messages.article_or_package;
  if (article_id === undefined)
    return (qty ?? 1) === 1 && !lot && !expires_date ? null : messages.one_package;
  const status = articles.get(article_id);
  if (status === undefined) return messages.no_article_of_owner;
  return status === "retired" ? messages.is_retired : null;
}
