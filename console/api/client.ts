/** The typed client of this browser: every operation by its name, in the session of the signed-in account. */
import { makeClient, makePublicClient } from "../../packages/client/client.gen.ts";
import {
  ApiError,
  type CallOptions,
  makeTransport,
  type Transport,
  type Written,
} from "../../packages/client/transport.ts";
import { getLocale } from "../language/language.ts";
import { humanizeCodes } from "../parts/codes/codes.ts";
import { tab_writes } from "./live/own-writes.ts";
import { signedInFlag } from "./signed-in.ts";
import { withUniqueIds } from "./unique-ids.ts";

export type { CallOptions, Written };
export { ApiError };

let handleExpired: () => void = () => {};

/** Sets what happens when the service no longer accepts the session. */
export function onSessionExpired(act: () => void): void {
  handleExpired = act;
}

/** A list of ids is a set: somebody who chose a record twice means it once. */
function sendIdsOnce(transport: Transport): Transport {
  return {
    call: (route, input, options) => transport.call(route, withUniqueIds(input), options),
    file: (route, input, options) => transport.file(route, withUniqueIds(input), options),
  };
}

// Declared pure, so that the bundle of public pages has the operations without an account alone.
export const client = /* @__PURE__ */ makeClient(
  /* @__PURE__ */ sendIdsOnce(
    /* @__PURE__ */ makeTransport({
      client: "console",
      language: getLocale,
      formatMessage: humanizeCodes,
      onWritten: (request_id) => tab_writes.add(request_id, performance.now()),
      onUnauthenticated: () => {
        if (signedInFlag.get()) handleExpired();
      },
    }),
  ),
);

/** For the sign-in, where a 401 does not mean that a session has ended. */
export const signInClient = /* @__PURE__ */ makeClient(
  /* @__PURE__ */ makeTransport({ client: "console", language: getLocale, formatMessage: humanizeCodes }),
);

/** For the holder of a link: the token is its only credential. */
export const createLinkClient = (token: string) =>
  makePublicClient(makeTransport({ token: () => token, language: getLocale, formatMessage: humanizeCodes }));

/**
 * For public pages: without the console's header the service ignores the cookie, so an expired session has no
 * effect.
 */
export const publicClient = makePublicClient(
  makeTransport({ language: getLocale, formatMessage: humanizeCodes }),
);
