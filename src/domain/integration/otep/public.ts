/** Interface of OTEP for other families: timelines as a caller may see them, as documents of the protocol. */
export {
  buildDocumentAnswer,
  Format,
  OtepDocument,
  projectTimeline,
  requireProjection,
} from "./document.ts";
export { ingestReports, type Report } from "./ingest/reports.ts";
export { buildView, hasFullView, type View, type ViewOptions } from "./view.ts";
