import assert from "node:assert/strict";
import { test } from "node:test";
import type { QueuedItem } from "../offline/items.ts";
import type { Connection } from "../offline/send.ts";
import { buildLines, type ChatMessage } from "./chat-lines.ts";

const ORDER = 9;
const item = (seq: number, facts: Partial<QueuedItem> = {}): QueuedItem => ({
  ...{ seq, channel: "driver", type: "chat_message", subject: `order/${ORDER}`, label: "W-1" },
  ...{ body: { order_id: ORDER, text: `item ${seq}` }, occurred_at: "2026-11-26T10:00:00.000Z" },
  ...{ state: "waiting", attempts: 0, not_before: 0, answer: null, refusal: null, ...facts },
});
const message = (seq: number, is_me: boolean) =>
  ({ seq, author: { role: "driver", name: "Ana", is_me }, text: "", sent_at: "" }) as unknown as ChatMessage;

interface ConversationInput {
  messages?: ChatMessage[];
  sent_items?: { item: QueuedItem; message_seq: number | null }[];
  items?: QueuedItem[];
  connection?: Connection;
  is_online?: boolean;
}

const CASES: [name: string, given: ConversationInput, expected: string[]][] = [
  ["nothing", {}, []],
  ["of others: no mark", { messages: [message(1, false)] }, ["message-1 -"]],
  ["own that the service has", { messages: [message(1, true)] }, ["message-1 sent"]],
  ["under way", { items: [item(1)], connection: "sending" }, ["item-1 sending"]],
  ["about to be sent", { items: [item(1)] }, ["item-1 sending"]],
  ["no connection", { items: [item(1)], connection: "away" }, ["item-1 not_sent"]],
  ["the browser is offline", { items: [item(1)], is_online: false }, ["item-1 not_sent"]],
  ["signed out", { items: [item(1)], connection: "signed_out" }, ["item-1 not_sent"]],
  ["somebody else signed in", { items: [item(1)], connection: "other_account" }, ["item-1 not_sent"]],
  ["tried and failed", { items: [item(1, { attempts: 2 })], connection: "sending" }, ["item-1 not_sent"]],
  ["refused", { items: [item(1, { state: "refused" })], connection: "away" }, ["item-1 refused"]],
  ["given up", { items: [item(1, { state: "discarded" })] }, []],
  [
    "accepted, and still in the queue for a moment: once",
    { sent_items: [{ item: item(1), message_seq: 4 }], items: [item(1)] },
    ["item-1 sent"],
  ],
  [
    "accepted, and not read again yet: it stays",
    { messages: [message(3, false)], sent_items: [{ item: item(1), message_seq: 4 }] },
    ["message-3 -", "item-1 sent"],
  ],
  [
    "accepted, and read again: once",
    { messages: [message(3, false), message(4, true)], sent_items: [{ item: item(1), message_seq: 4 }] },
    ["message-3 -", "message-4 sent"],
  ],
  [
    "two of the same words are two",
    { messages: [message(4, true)], sent_items: [{ item: item(2), message_seq: 5 }] },
    ["message-4 sent", "item-2 sent"],
  ],
  [
    "of another order",
    {
      items: [item(1, { body: { order_id: 8, text: "x" } })],
      sent_items: [{ item: item(2, { body: { order_id: 8 } }), message_seq: 1 }],
    },
    [],
  ],
  ["another step of the order", { items: [item(1, { type: "scan" })] }, []],
];

for (const [name, input, expected] of CASES)
  test(`lines of a conversation: ${name}`, () => {
    const { messages = [], sent_items = [], items = [], connection = "ready", is_online = true } = input;
    const lines = buildLines(ORDER, messages, sent_items, items, { connection, is_online });
    assert.deepEqual(
      lines.map(({ key, state }) => `${key} ${state ?? "-"}`),
      expected,
    );
  });
