/** What other families may use of the audit. */
export { AuditEntry, countEntries, loadEntries } from "./entries.ts";
