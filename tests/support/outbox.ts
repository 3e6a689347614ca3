/** What people were written, as the outbox of a business holds it. */
import Type from "typebox";
import type { TestBusiness } from "./service.ts";

/** The outbox belongs to another family than those that send: it is looked up by its name. */
const listOutbox = {
  name: "clientOutbox",
  input: Type.Object({ recipient: Type.String(), limit: Type.Integer() }),
  output: Type.Object({
    messages: Type.Array(
      Type.Object({
        channel: Type.String(),
        subject: Type.String(),
        body: Type.String(),
        state: Type.String(),
      }),
    ),
  }),
};

/** The first one first. */
export async function readOutbox(business: TestBusiness, recipient: string) {
  const { messages } = await business.as("client_admin", "outbox reader")(listOutbox, {
    recipient,
    limit: 100,
  });
  return messages.toReversed();
}
