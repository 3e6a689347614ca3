/** The signed-in account, and signing in and out. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { UserLoginInput, UserMeOutput } from "../../packages/client/client.gen.ts";
import { ApiError, client, signInClient } from "./client.ts";
import { signedInFlag } from "./signed-in.ts";

export type Me = UserMeOutput;

// Declared pure, so that the bundle of public pages has neither it nor the client of every operation.
export const meQuery = /* @__PURE__ */ queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => client.userMe({}, { signal }),
  staleTime: 5 * 60_000,
  // Without a connection it fails, and does not wait: apps go on with the account that they know.
  networkMode: "always",
});

/** The signed-in account. Pages inside the shell are rendered only after it has been loaded. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (data === undefined) throw new Error("A page of the shell was shown before the account was known.");
  return data;
}

/** Administrators and employees of the business, as opposed to customers, drivers and contractors. */
export function isStaff(me: Me): boolean {
  return me.user.role === "client_admin" || me.user.role === "employee";
}

/** Undefined on public pages and until it has been loaded. */
export function useOptionalMe(): Me | undefined {
  return useQuery({ ...meQuery, enabled: false }).data;
}

/** The service returns the console's session in a cookie. */
export async function signIn(credentials: UserLoginInput): Promise<void> {
  await signInClient.userLogin(credentials);
  signedInFlag.set();
}

/**
 * Ends the session and clears its cookie. A session that had already ended is not an error; anything else is.
 */
export async function signOut(): Promise<void> {
  try {
    await signInClient.userLogout();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  signedInFlag.clear();
}
