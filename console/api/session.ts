/** Who is signed in, and signing in and out. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { UserLoginInput, UserMeOutput } from "../../packages/client/client.gen.ts";
import { client, stranger } from "./client.ts";
import { token } from "./token.ts";

export type Me = UserMeOutput;

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => client.userMe({}, { signal }),
  staleTime: 5 * 60_000,
});

/** Pages inside the shell are only shown once this is known. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (data === undefined) throw new Error("A page of the shell was shown before the account was known.");
  return data;
}

/** People who run the business; customers, drivers and contractors have less to do here. */
export function isInside(me: Me): boolean {
  return me.user.role === "client_admin" || me.user.role === "employee";
}

/** Undefined on public pages and before it is known. */
export function useMaybeMe(): Me | undefined {
  return useQuery({ ...meQuery, enabled: false }).data;
}

export async function signIn(credentials: UserLoginInput): Promise<void> {
  const { access_token } = await stranger.userLogin(credentials);
  token.set(access_token);
}

/** The token is dropped here even when the service cannot be told. */
export async function signOut(): Promise<void> {
  await client.userLogout().catch(() => {});
  token.clear();
}
