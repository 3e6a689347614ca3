/** Sends the requests of GraphiQL to the service. */
import type { GraphiQLProps } from "graphiql";
import { signedInFlag } from "../api/signed-in.ts";

type Fetcher = GraphiQLProps["fetcher"];

const ADDRESS = "/api/graphql";
/** With this header the service accepts the console's cookie. */
const CONSOLE = "x-packhorse-client";
/** Operation name that GraphiQL gives to its introspection query. */
const INTROSPECTION = "IntrospectionQuery";

/**
 * Sends the headers of the editor; without a token in them, the console's session is used if there is one. The
 * schema is public and read without either, so that the documentation still works after a session has ended.
 * Throws when there is no response, or one that is not JSON.
 */
export const fetcher: Fetcher = async (operation, options) => {
  const headers = new Headers(options?.headers as Record<string, string> | undefined);
  headers.set("content-type", "application/json");
  headers.set("accept", "application/json");
  if (/^(bearer)?$/i.test((headers.get("authorization") ?? "").trim())) {
    headers.delete("authorization");
    if (signedInFlag.get()) headers.set(CONSOLE, "console");
  }
  if (operation.operationName === INTROSPECTION) {
    headers.delete("authorization");
    headers.delete(CONSOLE);
  }
  const response = await fetch(ADDRESS, { method: "POST", headers, body: JSON.stringify(operation) });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`The service answered ${response.status} with something that is not JSON.`, { cause });
  }
};
