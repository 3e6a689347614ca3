/**
 * What other families may use of accounts: signing somebody in, the validated members of an account, inviting its
 * owner.
 */
export { Email, Locale, Name, NewPassword, Phone } from "./basics.ts";
export { refuseUnknownWarehouses, WarehouseIds } from "./employees.ts";
export { formatTimestamp, issueToken, SIGN_IN_TTL_S } from "./issue-token.ts";
export { InvitationMember, type Recipient, sendInvitation } from "./links.ts";
export { lockAccounts } from "./lock.ts";
export { buildSignInSchema, createOwnedAccount, hashSignInPassword, inviteAgain } from "./owned-accounts.ts";
export {
  checkSignIn,
  recordSignInAttempt,
  recordSignInFailure,
  refuseTooManyFailures,
  SIGN_IN_REFUSALS,
  type SignInRefusal,
} from "./sign-in.ts";
export { SIGN_IN_COLUMNS, type SignInAccount } from "./system-queries.ts";
export { unknownWarehousesRequested } from "./topics.ts";
export {
  activatePendingAccount,
  createAccount,
  deletePendingAccount,
  linkAccountToDriver,
  setOwnedAccountsStatus,
  updateDriverAccount,
} from "./write.ts";
export {
  insertToken,
  refreshToken,
  retireRotatedToken,
  revokeSessionTokens,
  revokeToken,
} from "./write-tokens.ts";
