import { signOut, useMe } from "../api/session.ts";
import { clearAccount } from "../offline/clear-account.ts";
import { notifyFailure } from "../parts/toast.ts";
import { text } from "./text.ts";

/**
 * Ends the session and removes from this device what the account could see. What was not sent yet stays, and is not shown until the same account signs in
 * again.
 */
export function useFieldSignOut(): () => void {
  const account_id = useMe().user.id;
  const leave = async () => {
    try {
      await signOut();
    } catch (error) {
      notifyFailure(error, text.still_signed_in);
      return;
    }
    await clearAccount(account_id);
    // Nothing of the account stays in memory either.
    location.assign("/sign-in");
  };
  return () => void leave();
}
