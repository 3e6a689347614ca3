/** Settings for other families: the words they share, and everything a business has set. */
export { PROOFS, type Settings, settingsOf } from "./shapes.ts";
