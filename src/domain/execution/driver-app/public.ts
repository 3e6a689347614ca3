/** What riders' jobs share with routes: the caller's profile, commands sent once, proofs, positions. */
export { runOnce } from "./device-sequence.ts";
export { messages as driver_messages } from "./messages.ts";
export { getOwnDriver } from "./own-routes.ts";
export { recordPositions } from "./positions.ts";
export {
  buildTrackedProofs,
  checkProofs,
  refuseMissing,
  storeProofs,
} from "./proofs.ts";
export { DRIVER_REFUSALS } from "./refusals.ts";
export {
  buildMomentFields,
  clampToFloor,
  computeRequiredProofs,
  findMissingForReason,
  type Moment,
} from "./rules.ts";
export {
  Cod,
  commandMembers,
  momentMembers,
  PositionList,
  ProofList,
  position,
  ReceivedBy,
} from "./shapes.ts";
