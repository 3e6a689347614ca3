/** What other families may do with accounts: sign people in, invite them, and the checked members of an account. */
export { Email, Locale, Name, NewPassword, Phone } from "./basics.ts";
export { type IssuedToken, issueToken } from "./issue-token.ts";
export { type Recipient, sendInvitation } from "./links.ts";
export { e164Of } from "./phone.ts";
export { checkSignIn, SIGN_IN_REFUSALS, type SignInRefusal } from "./sign-in.ts";
