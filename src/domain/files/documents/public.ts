/** Documents for other families: a template draws, `issueDocument` stores and records. */
export type { DocumentRequest } from "./draw-version.ts";
export { issueDocument } from "./issue.ts";
export { registerFile } from "./register-file.ts";
export { documentContentsRequested } from "./topics.ts";
