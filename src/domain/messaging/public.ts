/** What other families may do about messages to people: hand one over, send it at once, ask whether one could be sent. */
export { isSmsConfigured } from "./accounts.ts";
export { type Delivery, deliver } from "./deliver.ts";
export { type EmailDraft, handOverEmail, handOverText, type TextDraft } from "./hand-over.ts";
export { NEW_SMS } from "./shapes.ts";
