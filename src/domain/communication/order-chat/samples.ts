import { defineSamples } from "#tests/support/samples.ts";
import { postMessage } from "./operations/post-message.ts";

declare module "#tests/support/samples.ts" {
  interface Records {
    order_chat_message: number;
  }
}

export const samples = defineSamples({
  records: {
    order_chat_message: async (world) => {
      const { message } = await world.people.client_admin.call(postMessage, {
        order_id: await world.id("order"),
        text: `${world.mark} asks`,
      });
      return message.id;
    },
  },
  operations: {
    orderChatMessageDelete: {
      inputs: [(i) => ({ order_id: i.order, message_seq: 1 })],
      needs: ["order_chat_message"],
    },
    orderChatPost: {
      inputs: [(i, own) => ({ order_id: i.order, text: "The bell does not work.", file_ids: [own.file] })],
      no_references: { device_id: "a phone's own word" },
    },
    orderChatRead: { inputs: [(i) => ({ order_id: i.order, up_to_seq: 1 })] },
    orderChatUpdate: { inputs: [(i) => ({ order_id: i.order, state: "closed" })] },
    orderChatInbox: {
      needs: ["order_chat_message"],
      grow: async (world) =>
        world.people.client_admin.call(postMessage, { order_id: await world.another("order"), text: "x" }),
    },
    orderChatSettingsUpdate: {
      inputs: [() => ({ grace_h: 3 })],
      no_references: { "quick_replies/code": "a word that this call defines" },
    },
  },
});
