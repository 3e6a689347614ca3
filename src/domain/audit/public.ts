/** What other families may ask of the audit. */
export { AuditEntry, countEntries, readEntries } from "./entries.ts";
