/** Interface of partners for other families. */
export { INGEST_FORMATS } from "./partners.ts";
