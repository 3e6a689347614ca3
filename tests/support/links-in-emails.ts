/** Links to set a password, as a business's outbox holds them. */
import assert from "node:assert/strict";
import Type from "typebox";
import type { TestBusiness } from "./service.ts";

/** The outbox belongs to another family than those that send: it is looked up by its name. */
export const listOutbox = {
  name: "clientOutbox",
  input: Type.Object({ recipient: Type.Optional(Type.String()) }),
  output: Type.Object({ total: Type.Integer(), messages: Type.Array(Type.Object({ body: Type.String() })) }),
};

/** The token of the newest link that was sent to this address. */
export async function readLinkToken(business: TestBusiness, recipient: string): Promise<string> {
  const { messages } = await business.as("client_admin", "outbox reader")(listOutbox, { recipient });
  const token = /token=(\S+)/.exec(messages[0]?.body ?? "")?.[1];
  assert(token !== undefined, "The outbox holds a link.");
  return token;
}
