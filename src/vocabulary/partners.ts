/** What the key of a partner may be used for. */
export const PARTNER_USES = ["events", "tenders", "pushes"] as const;
export type PartnerUse = (typeof PARTNER_USES)[number];
