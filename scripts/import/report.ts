/** What `npm run export` and `npm run import -- --business` print. */
import type { ExportReport } from "#platform/transfer/export.ts";
import type { ImportReport } from "#platform/transfer/import.ts";

const LISTED_MAX = 10;

const list = (counts: Record<string, number>) =>
  Object.entries(counts).map(([name, count]) => `    ${name}: ${count}`);

export function describeExport(report: ExportReport, file: string): string {
  const { manifest, rows, secrets, left_out, set_null, missing_files } = report;
  const { business, tables, jobs, files } = manifest;
  const lines = [
    `${business.code} (${business.name}) is in ${file}:`,
    `  ${rows} rows of ${tables.length} tables, ${files.count} stored files of ${files.bytes} bytes, ${jobs.rows} unfinished jobs, ${secrets} secrets.`,
  ];
  if (Object.keys(left_out).length > 0)
    lines.push(
      "  Left out, because another business takes part, or a row of the platform:",
      ...list(left_out),
    );
  if (Object.keys(set_null).length > 0)
    lines.push("  Without the reference to an account or a row that does not come along:", ...list(set_null));
  if (missing_files.length > 0)
    lines.push(
      `  ${missing_files.length} hashes of files have no stored file here:`,
      ...missing_files.slice(0, LISTED_MAX).map((name) => `    ${name}`),
    );
  const needed_rows = Object.entries(manifest.installation_rows).flatMap(([table, some]) =>
    some.map((row) => `${table} ${row["code"] ?? row["id"]}`),
  );
  if (needed_rows.length > 0)
    lines.push(
      `  The import creates, where the other installation does not have it: ${needed_rows.join(", ")}.`,
    );
  return lines.join("\n");
}

/** What was signed with the SECRET_KEY of the old installation and is no longer valid with another one. */
const INVALID_WITH_ANOTHER_KEY = [
  "links in messages that were sent: files of the tracking page, following a delivery, unsubscribing",
  "rate ids of quotes that were not used yet",
  "web push of browsers, which must be switched on again",
  "ids of OAuth clients that registered themselves, which must register again",
  "verification codes that were sent and not entered yet",
  "Idempotency-Key of requests that carried a secret: repeating one is a conflict",
];

export function describeImport({ manifest, rows, migrations, created, is_other_key }: ImportReport): string {
  const { business, jobs, files } = manifest;
  const lines = [
    `${business.code} (${business.name}) is imported: ${rows} rows, ${files.count} stored files, ${jobs.rows} unfinished jobs.`,
  ];
  if (migrations > 0) lines.push(`  Its data was upgraded with ${migrations} migrations.`);
  if (created.length > 0)
    lines.push(`  Created, because this installation did not have it: ${created.join(", ")}.`);
  lines.push(
    is_other_key
      ? "  The SECRET_KEY is another one. Stored secrets were sealed with it, and passwords and tokens stay valid. No longer valid:"
      : "  The SECRET_KEY is the same: whatever was signed with it stays valid.",
  );
  if (is_other_key) lines.push(...INVALID_WITH_ANOTHER_KEY.map((one) => `    ${one}`));
  lines.push(
    "  Positions in the event stream that MQTT and webhook clients keep are those of the old installation: they start anew.",
  );
  return lines.join("\n");
}
