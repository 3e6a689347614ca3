import assert from "node:assert/strict";
import { test } from "node:test";
import { plainMessage } from "../response/messages.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./refusal.ts";
import { defineTopic, publish, type Subscriber, subscribe } from "./topic.ts";

const asked_topic = defineTopic<{ number: number }, string>("test.asked");
const context = { business_id: 7 } as Context<never>;
const over = (...subscribers: Subscriber[]) => new Map([[asked_topic.topic, subscribers]]);

test("a publisher gets one result of each subscriber, in their order, and none where nobody subscribes", async () => {
  const slow = subscribe(asked_topic, async ({ business_id }, { number }) => {
    await new Promise((resolve) => setImmediate(resolve));
    return `first ${business_id} ${number}`;
  });
  const quick = subscribe(asked_topic, async () => "second");
  assert.deepEqual(await publish(over(slow, quick), context, asked_topic, { number: 1 }), [
    "first 7 1",
    "second",
  ]);
  assert.deepEqual(await publish(new Map(), context, asked_topic, { number: 1 }), []);
});

test("a subscriber that refuses ends the publisher's work, and those after it do not run", async () => {
  let ran = false;
  const refusing = subscribe(asked_topic, async () => {
    throw new Refusal("on_route", "conflict", {
      message: plainMessage({ en: "It is on a route." }, "business"),
    });
  });
  const after = subscribe(asked_topic, async () => {
    ran = true;
    return "";
  });
  await assert.rejects(publish(over(refusing, after), context, asked_topic, { number: 1 }), {
    code: "on_route",
  });
  assert.equal(ran, false);
});
