/**
 * The audit as a CSV file: with `Accept: text/csv` the file itself, else the file in base64.
 *
 * At most 10,000 entries a call, newest first; `truncated` is true if there are more, which `to` reaches. Source: our
 * choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { formatCsv } from "../csv.ts";
import { type AuditEntry, AuditFilters, loadEntries } from "../entries.ts";

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

export const exportAudit = defineOperation({
  name: "auditExport",
  summary: "Export audit entries as CSV",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["audit:read"] },
  rest: { method: "GET", path: "/api/v1/audit/export", bytes: "accept" },
  input: Type.Object(AuditFilters),
  output: Type.Object({
    result: Type.Boolean(),
    rows: Type.Integer(),
    truncated: Type.Boolean(),
    name: Type.String(),
    content_type: Type.String(),
    content_base64: Type.String(),
  }),

  async run(context, filter) {
    const { entries, next_cursor } = await loadEntries(context, filter, { per_page: EXPORT_MAX });
    return {
      result: true,
      rows: entries.length,
      truncated: next_cursor !== null,
      name: `audit-${toLocalDate(context.now, context.actor.business?.time_zone ?? "UTC")}.csv`,
      content_type: "text/csv",
      content_base64: Buffer.from(formatCsv(COLUMNS, entries)).toString("base64"),
    };
  },
});
