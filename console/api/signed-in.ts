/**
 * Whether somebody is signed in with this browser, as far as the browser knows. The session itself is in a
 * cookie that scripts cannot read; this flag only avoids a request when there is no session, and notifies other
 * tabs.
 */
const KEY = "packhorse.signed-in";

export const signedInFlag = {
  get: () => localStorage.getItem(KEY) !== null,
  set: () => localStorage.setItem(KEY, "yes"),
  clear: () => localStorage.removeItem(KEY),
};
