import { makeLink } from "#tests/support/links.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { CHOICE_OPERATIONS, SUBJECT } from "./choices.ts";
import { listRecipientRequests } from "./operations/list-recipient-requests.ts";
import { CHOICES } from "./rules.ts";

/** A message of a recipient, to a business that takes them. */
async function writeMessage(fixture: Fixture, order_id: number): Promise<number> {
  const { service, business, people } = fixture;
  const { registry, authentication } = service.runtime;
  await service.call(people.client_admin.actor, registry.get("clientSettingsUpdate"), {
    settings: { recipient_contact: true },
  });
  const token = await makeLink(business, [CHOICE_OPERATIONS.contact], { type: SUBJECT, id: order_id });
  const link = await authentication.authenticateLink(token, service.now());
  await service.call(link, registry.get(CHOICE_OPERATIONS.contact), {
    message: `${fixture.unique_word} asks`,
  });
  const { requests } = await people.client_admin.call(listRecipientRequests, { order_id });
  return requests[0]?.id ?? 0;
}

export const samples = defineSamples({
  own_texts: ["answer"],
  worded_codes: { "pages/orders/recipient-requests/attention#choices": CHOICES },
  records: { recipient_request: async (fixture) => writeMessage(fixture, await fixture.id("order")) },
  operations: {
    clientRecipientRequests: {
      needs: ["recipient_request"],
      grow: async (fixture) => writeMessage(fixture, await fixture.another("order")),
    },
    clientRecipientRequestDecide: {
      inputs: [() => ({ decision: "answer", answer: "Yes." })],
    },
  },
});
