/** What other families may use of accounts: signing somebody in, the checked members of an account, inviting its owner. */
export { Email, Locale, Name, NewPassword, Phone } from "./basics.ts";
export { type IssuedToken, issueToken, plainTimestamp, SIGN_IN_LIFE_S } from "./issue-token.ts";
export { type Recipient, sendInvitation } from "./links.ts";
export { lockAccounts } from "./lock.ts";
export { hashOf, makeSignIn, type Owner, signInOf } from "./owned-accounts.ts";
export { e164Of } from "./phone.ts";
export {
  checkSignIn,
  noteFailure,
  refuseGuessing,
  SIGN_IN_REFUSALS,
  type SignInRefusal,
} from "./sign-in.ts";
export { requireSignIn } from "./signed-in.ts";
