/** The typed client of this browser: every operation by its name, with the token of whoever is signed in. */
import { makeClient } from "../../packages/client/client.gen.ts";
import { ApiError, type CallOptions, makeTransport, type Written } from "../../packages/client/transport.ts";
import { inWords } from "../parts/words.ts";
import { token } from "./token.ts";

export type { CallOptions, Written };
export { ApiError };

let expired: () => void = () => {};

/** What to do when the service no longer knows the token. */
export function onExpired(act: () => void): void {
  expired = act;
}

export const client = makeClient(
  makeTransport({
    client: "console",
    token: token.get,
    reword: inWords,
    onUnauthenticated: () => {
      if (token.get() !== null) expired();
    },
  }),
);

/** For public pages and sign-in, where a refusal says nothing of the token. */
export const stranger = makeClient(makeTransport({ client: "console", reword: inWords }));
