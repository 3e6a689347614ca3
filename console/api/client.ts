/** The typed client of this browser: every operation by its name, with the token of whoever is signed in. */
import { makeClient } from "../../packages/client/client.gen.ts";
import { ApiError, type CallOptions, makeTransport, type Written } from "../../packages/client/transport.ts";

export type { CallOptions, Written };
export { ApiError };

const TOKEN_KEY = "packhorse.token";
let expired: () => void = () => {};

export const token = {
  get: () => localStorage.getItem(TOKEN_KEY),
  set: (value: string) => localStorage.setItem(TOKEN_KEY, value),
  clear: () => localStorage.removeItem(TOKEN_KEY),
};

/** What to do when the service no longer knows the token. */
export function onExpired(act: () => void): void {
  expired = act;
}

export const client = makeClient(
  makeTransport({
    client: "console",
    token: token.get,
    onUnauthenticated: () => {
      if (token.get() !== null) expired();
    },
  }),
);

/** For public pages and sign-in, where a refusal says nothing of the token. */
export const stranger = makeClient(makeTransport({ client: "console" }));
