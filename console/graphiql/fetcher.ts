/** How GraphiQL asks the service. */
import type { GraphiQLProps } from "graphiql";
import { token } from "../api/token.ts";

type Fetcher = GraphiQLProps["fetcher"];

const ADDRESS = "/api/graphql";
/** GraphiQL's name of the document that reads the schema. */
const INTROSPECTION = "IntrospectionQuery";

/**
 * Sends the headers of the editor; where they hold no token, that of the console's sign-in, if there is one. The
 * schema is open to everybody and read without a token, so that one which has ended does not take the
 * documentation away. Throws when there is no answer, or one that is not JSON.
 */
export const fetcher: Fetcher = async (asked, options) => {
  const headers = new Headers(options?.headers as Record<string, string> | undefined);
  headers.set("content-type", "application/json");
  headers.set("accept", "application/json");
  if (/^(bearer)?$/i.test((headers.get("authorization") ?? "").trim())) {
    const signed_in = token.get();
    if (signed_in === null) headers.delete("authorization");
    else headers.set("authorization", `Bearer ${signed_in}`);
  }
  if (asked.operationName === INTROSPECTION) headers.delete("authorization");
  const response = await fetch(ADDRESS, { method: "POST", headers, body: JSON.stringify(asked) });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`The service answered ${response.status} with something that is not JSON.`, { cause });
  }
};
