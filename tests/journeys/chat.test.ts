/**
 * A conversation in the console, in a real browser: a dispatcher writes, the driver answers from the phone, and the answer
 * appears and counts as read. `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, test } from "node:test";
import { findViolations, NO_CHROMIUM, openBrowser, visit } from "#tests/support/browser.ts";
import { createReleasedRoute } from "#tests/support/driver-app.ts";
import { testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";

const service = await testService({ console: true });
const SHOTS = process.env["SHOTS"];

test("a dispatcher and a driver write to each other", { skip: NO_CHROMIUM }, async () => {
  const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
  const browser = await openBrowser();
  after(() => browser.close());
  const business = await service.business();
  const { person, orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const url = `/api/v1/order-chat/orders/${order_id}`;
  const dispatcher = await business.person("employee");
  const { page, broken } = await visit(browser, base_url, { as: dispatcher });

  await page.goto(`/orders/${order_id}`);
  const log = page.getByRole("log", { name: "Messages" });
  await page.getByText("Nobody has written yet").waitFor();
  const field = page.getByRole("textbox", { name: "Write a message" });
  await field.fill("<b>Gate</b> code 4711");
  await field.press("Enter");
  await log.getByText("<b>Gate</b> code 4711").waitFor();
  await eventually(() => field.inputValue(), "");

  // Live: the page asks for nothing until the service says that something changed.
  const answered = await person.http("POST", `${url}/messages`, { text: "I am at the gate" });
  assert.equal(answered.status, 201);
  await log.getByText("I am at the gate").waitFor();
  await page.getByText(/^Read by /).waitFor();
  await eventually(async () => (await dispatcher.http("GET", url)).body.conversation.unread, 0);
  assert.deepEqual(await findViolations(page), []);
  if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, "chat.png") });

  const closed = await business.http("employee", "PATCH", url, { state: "closed" });
  assert.equal(closed.status, 200);
  await page.getByText("Closed. It can be read; nobody writes in it.").waitFor();
  await field.waitFor({ state: "detached" });
  await page.goto("/conversations");
  await page.getByRole("button", { name: /I am at the gate/ }).waitFor();
  assert.deepEqual(await findViolations(page), []);
  assert.deepEqual(broken, []);
});
