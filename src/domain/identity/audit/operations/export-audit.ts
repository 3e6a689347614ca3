/**
 * The audit as a CSV file: with `Accept: text/csv` the file itself, else the file in base64.
 *
 * At most 10,000 entries a call, newest first; `truncated` is true if there are more, which `to` reaches. Source: our
 * choice.
 */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { bindFilters, getMembers } from "#operation/define/list.ts";
import { buildReader } from "#operation/define/list-statement.ts";
import {
  AUDIT_FILTERS,
  AUDIT_LIST,
  type AuditEntry,
  bindAudit,
  withholdChanges,
} from "#operation/records/audit-log.ts";
import { EXPORT_PIECE, giveWay, takeExportTurn } from "#platform/fairness/exports.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { formatCsvRows } from "../csv.ts";

export const EXPORT_MAX = 10_000;

const COLUMNS = [
  "id",
  "at",
  "operation",
  "effect",
  "outcome",
  "refusal",
  "actor_kind",
  "actor_id",
  "actor_name",
  "token_id",
  "token_name",
  "surface",
  "on_behalf_of",
  "request_id",
  "subjects",
  "changes",
  "duration_ms",
  "tool",
  "client",
] as const satisfies readonly (keyof AuditEntry)[];

const Filters = Type.Object(getMembers(AUDIT_FILTERS));
const readPage = buildReader({ ...AUDIT_LIST, name: "auditExport", filters: AUDIT_FILTERS });

export const exportAudit = defineOperation({
  name: "auditExport",
  summary: "Export audit entries as CSV",
  access: { roles: ["client_admin"], scopes: ["audit:read"] },
  rest: { method: "GET", path: "/api/v1/audit/export", bytes: "accept" },
  input: Filters,
  output: Type.Object({
    result: Type.Boolean(),
    rows: Type.Integer(),
    truncated: Type.Boolean(),
    name: Type.String(),
    content_type: Type.String(),
    content_base64: Type.String(),
  }),

  run: (context, filter) =>
    takeExportTurn(() => exportEntries(context, filter), context.request.disconnected?.()),
});

async function exportEntries(context: Context<never>, filter: Type.Static<typeof Filters>) {
  const pieces = [`${COLUMNS.join(",")}\r\n`];
  const values = { ...bindFilters(AUDIT_FILTERS, filter), ...bindAudit(filter) };
  const uncounted = Promise.resolve(0);
  let rows = 0;
  let cursor: string | null | undefined;
  while (rows < EXPORT_MAX && cursor !== null) {
    if (cursor !== undefined) await giveWay();
    const paging = {
      per_page: Math.min(EXPORT_PIECE, EXPORT_MAX - rows),
      ...(cursor === undefined ? {} : { cursor }),
    };
    const read = await readPage<AuditEntry>(context, paging, values, uncounted);
    pieces.push(
      formatCsvRows(
        COLUMNS,
        read.rows.map((entry) => withholdChanges(entry, context)),
      ),
    );
    rows += read.rows.length;
    cursor = read.paging.next_cursor ?? null;
  }
  return {
    result: true,
    rows,
    truncated: cursor !== null,
    name: `audit-${toLocalDate(context.now, context.business.time_zone)}.csv`,
    content_type: "text/csv",
    content_base64: Buffer.from(pieces.join("")).toString("base64"),
  };
}
