/** The account that used an app last on this device, so that the app opens without a connection. */
import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/client.ts";
import { type Me, meQuery } from "../api/session.ts";

const KEY = "packhorse.account";
/** How long a known account is waited for on a connection that hardly carries anything. */
const PATIENCE_MS = 3000;

export const remembered = {
  get: (): Me | undefined => {
    const text = localStorage.getItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as Me);
  },
  set: (me: Me) => localStorage.setItem(KEY, JSON.stringify(me)),
  clear: () => localStorage.removeItem(KEY),
};

/** The signed-in account; the remembered one when the service cannot be reached. */
export async function loadAccount(queries: QueryClient): Promise<Me> {
  const request = queries.ensureQueryData(meQuery);
  const account = remembered.get();
  if (account === undefined) {
    const me = await request;
    remembered.set(me);
    return me;
  }
  const patience = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), PATIENCE_MS));
  const me = await Promise.race([request, patience]).catch((error: unknown) => {
    if (error instanceof ApiError && ![0, 502, 503, 504].includes(error.status)) throw error;
    return "late" as const;
  });
  if (me !== "late") {
    remembered.set(me);
    return me;
  }
  request.then(remembered.set, () => {});
  queries.setQueryData(meQuery.queryKey, account, { updatedAt: 0 });
  return account;
}
