import { defineSamples } from "#tests/support/samples.ts";
import { postMessage } from "./operations/post-message.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    order_chat_message: number;
    /** A route with an order that somebody wrote about. */
    route_with_chat: number;
  }
}

export const samples = defineSamples({
  own_texts: ["from", "quick_reply", "to"],
  records: {
    order_chat_message: async (fixture) => {
      const { message } = await fixture.people.client_admin.call(postMessage, {
        order_id: await fixture.id("order"),
        text: `${fixture.unique_word} asks`,
      });
      return message.id;
    },
    async route_with_chat(fixture) {
      const order_id = await fixture.another("order");
      const { client_admin } = fixture.people;
      const { body } = await client_admin.http("POST", "/api/v1/client/routes", {
        order_ids: [order_id],
        driver_id: await fixture.id("driver"),
      });
      await client_admin.call(postMessage, { order_id, text: `${fixture.unique_word} asks` });
      return body.route.id;
    },
  },
  operations: {
    orderChatMessageDelete: {
      needs: ["order_chat_message"],
    },
    orderChatPost: {
      inputs: [(_i, own_ids) => ({ text: "The bell does not work.", file_ids: [own_ids.file] })],
    },
    orderChatRead: { inputs: [() => ({ up_to_seq: 1 })] },
    orderChatUpdate: { inputs: [() => ({ state: "closed" })] },
    orderChatInbox: {
      member_kinds: { route_id: "route_with_chat" },
      needs: ["route_with_chat"],
      grow: async (fixture) =>
        fixture.people.client_admin.call(postMessage, {
          order_id: await fixture.another("order"),
          text: "x",
        }),
    },
    orderChatSettingsUpdate: {
      inputs: [() => ({ grace_h: 3 })],
    },
  },
});
