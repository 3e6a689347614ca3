/** Interface of partners for other families. */
export { insertPartner, PARTNER_REFUSALS } from "./insert-partner.ts";
export { INGEST_FORMATS, PartnerCode } from "./partners.ts";
