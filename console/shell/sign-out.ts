import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { signOut, useOptionalMe } from "../api/session.ts";
import { clearAccount } from "../offline/clear-account.ts";
import { notifyFailure } from "../parts/toast.ts";
import { text } from "./text.ts";

/** Ends the session and leads to the sign-in; says so when it could not be ended. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useOptionalMe();
  const leave = async () => {
    try {
      await signOut();
    } catch (error) {
      notifyFailure(error, text.still_signed_in);
      return;
    }
    if (me !== undefined) await clearAccount(me.user.id);
    client.clear();
    await navigate({ to: "/sign-in" });
  };
  return () => void leave();
}
