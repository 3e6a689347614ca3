/** Documents for other families: a template draws, `issueDocument` stores and records. */
export { issueDocument } from "./issue.ts";
