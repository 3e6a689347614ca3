/** Who is signed in, and signing in and out. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { get, post, token } from "./transport.ts";

export interface Me {
  user: {
    id: number;
    name: string;
    email: string;
    role: "platform_admin" | "client_admin" | "employee" | "broker_employee" | "driver" | "customer";
    locale: string;
    customer_id: number | null;
    driver_id: number | null;
    contractor_id: number | null;
  };
  business: {
    id: number;
    code: string;
    name: string;
    time_zone: string;
    currency: string;
    country: string;
    locale: string;
  } | null;
  permissions: string[];
  features: string[];
  modules: string[];
}

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => get<Me>("/api/v1/user/me", undefined, { signal }),
  staleTime: 5 * 60_000,
});

/** Pages inside the shell are only shown once this is known. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (data === undefined) throw new Error("A page of the shell was shown before the account was known.");
  return data;
}

/** Undefined on public pages and before it is known. */
export function useMaybeMe(): Me | undefined {
  return useQuery({ ...meQuery, enabled: false }).data;
}

export async function signIn(credentials: { email: string; password: string; business?: string }): Promise<void> {
  const { access_token } = await post<{ access_token: string }>("/api/v1/user/login", credentials, { anonymous: true });
  token.set(access_token);
}

/** The token is dropped here even when the service cannot be told. */
export async function signOut(): Promise<void> {
  await post("/api/v1/user/logout").catch(() => {});
  token.clear();
}
