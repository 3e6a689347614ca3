/**
 * A rider's bad day on a phone: no connection at the pickup, a wrong PIN, less cash than due, a customer who is absent, a job that
 * goes to somebody else meanwhile, a battery that dies, a second phone. Nothing that was done is lost, and every refusal has a way
 * on. `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { arriveAtPickup } from "#domain/execution/instant-rider/operations/arrive-at-pickup.ts";
import { listInstantJobs } from "#domain/execution/instant-rider/operations/list-instant-jobs.ts";
import { reassignInstantJob } from "#domain/execution/instant-rider/operations/reassign-instant-job.ts";
import { postMessage } from "#domain/execution/order-chat/operations/post-message.ts";
import { updateOrder } from "#domain/orders/orders/operations/update-order.ts";
import { findViolations, NO_CHROMIUM, openBrowser, visit } from "#tests/support/browser.ts";
import { createJob, createRiders, type Rider } from "#tests/support/instant-rider.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const business = await service.business();
const SHOTS = process.env["SHOTS"];

/** A picture of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** Targets that are too small for a thumb. */
const SMALL_TARGETS = `[...document.querySelectorAll("main button, main a")].filter((one) => {
  const { height, width } = one.getBoundingClientRect();
  return width > 0 && height < 43;
}).map((one) => one.textContent)`;
const CONTROLLED = `navigator.serviceWorker.ready.then(() => new Promise((resolve) => {
  if (navigator.serviceWorker.controller !== null) resolve(true);
  else navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
}))`;

describe("the rider's app on a bad day", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let page: Page;
  let base_url: string;
  let rider: Rider;
  let other: Rider;
  const admin = business.as("client_admin");
  const ids: Record<string, number> = {};

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    const riders = await createRiders(service, business, 2);
    [rider, other] = riders as [Rider, Rider];
    for (const [ref, draft] of [
      ["DOOR", { requirements: { pin: "4711" }, cod_minor: 900, delivery_instruction: "Call on arrival" }],
      ["ABSENT", {}],
      ["MOVED", {}],
    ] as const)
      ids[ref] = (await createJob(business, rider, { ref, ...draft })).order.id;
    browser = await openBrowser();
    ({ page } = await visit(browser, base_url, {
      as: rider.person,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    }));
  });
  after(() => browser?.close());

  const card = (ref: string) => page.getByRole("region", { name: ref, exact: true });
  const press = (ref: string, name: string) => card(ref).getByRole("button", { name, exact: true }).click();
  const readState = async (ref: string) =>
    (await admin(listInstantJobs, { order_id: ids[ref] ?? 0 })).jobs[0]?.state;
  const shot = async (name: string) => {
    if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
  };
  const waitForEmptyQueue = () => page.locator('.field-queue[data-waiting="0"]').waitFor();

  test("opens on the jobs, with the messages of each", async () => {
    await admin(postMessage, { order_id: ids["DOOR"] ?? 0, text: "The dog is friendly." });
    await page.goto("/my-jobs");
    await card("DOOR").getByRole("link", { name: "Messages" }).getByText("1 new").waitFor();
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(await page.evaluate(SMALL_TARGETS), []);
    await page.evaluate(CONTROLLED);
    await card("DOOR").getByRole("link", { name: "Messages" }).click();
    await page.getByRole("log").getByText("The dog is friendly.").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
    await press("ABSENT", "I am at the pickup");
    await press("ABSENT", "I have the goods");
    await waitForEmptyQueue();
    await press("ABSENT", "Problem");
    await card("ABSENT").getByRole("radio", { name: "Nobody there" }).waitFor();
    await press("ABSENT", "Cancel");
    await shot("rider-jobs");
  });

  test("without a connection: steps, a wrong PIN, less cash, words and an absent customer are kept, over a reload", async () => {
    await page.context().setOffline(true);
    for (const step of ["I am at the pickup", "I have the goods", "I am at the door"])
      await press("DOOR", step);
    const pin = card("DOOR").getByRole("textbox", { name: "PIN of DOOR" });
    const confirm = () => press("DOOR", "Confirm delivery");
    await confirm();
    await card("DOOR").getByText("Missing: PIN").waitFor();
    await pin.fill("0000");
    await confirm();
    await card("DOOR").getByText("This PIN is wrong").waitFor();
    await shot("rider-wrong-pin");
    await page.reload();
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await pin.fill(`000${attempt}`);
      await confirm();
      await card("DOOR")
        .getByText(attempt < 5 ? "This PIN is wrong" : "Too many wrong PINs on this phone")
        .waitFor();
    }
    await pin.fill("4711");
    await confirm();
    await card("DOOR").getByText("Too many wrong PINs on this phone").waitFor();
    await page.locator('.field-queue[data-waiting="3"]').waitFor();

    await card("DOOR").getByRole("link", { name: "Messages" }).click();
    await page.getByRole("button", { name: "I am at the door." }).click();
    await page.getByRole("textbox", { name: "Write a message" }).fill("She has no exact cash");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("log").getByText("Not sent yet").nth(1).waitFor();
    await page.getByRole("link", { name: "Jobs", exact: true }).first().click();

    await press("ABSENT", "Problem");
    await card("ABSENT").getByRole("radio", { name: "Nobody there" }).check();
    await press("ABSENT", "Confirm");
    await card("ABSENT").getByText("Missing: photo").waitFor();
    await card("ABSENT")
      .getByLabel("Take a photo")
      .first()
      .setInputFiles({ name: "door.png", mimeType: "image/png", buffer: PNG });
    await card("ABSENT").getByRole("button", { name: "Remove the photo" }).waitFor();
    await press("ABSENT", "Confirm");
    await card("ABSENT").getByText("Not sent yet").waitFor();
    await press("MOVED", "I am at the pickup");
    await press("MOVED", "I have the goods");
    // Shown when it is stored: before that a reload is before it.
    await card("MOVED").getByText("On the way").waitFor();
    await page.reload();
    await card("MOVED").getByText("On the way").waitFor();
    await shot("rider-offline");
  });

  test("what the service refuses stays with its reason, and is corrected, sent again or given up", async () => {
    await admin(reassignInstantJob, { order_id: ids["MOVED"] ?? 0, driver_id: other.id, reason: "nearer" });
    // The recipient asked for another PIN meanwhile: what the phone compares with is new, and so are its tries.
    await admin(updateOrder, { order_id: ids["DOOR"] ?? 0, requirements: { pin: "2580" } });
    await page.context().setOffline(false);
    await page.locator(".field-queue[data-waiting='0']").waitFor();
    const moved = page.getByRole("alert").filter({ hasText: "MOVED" });
    await moved.first().getByText("Tell your dispatcher").waitFor();
    await shot("rider-reassigned");
    assert.deepEqual(await findViolations(page), []);
    while ((await moved.count()) > 0) {
      const remaining_count = await moved.count();
      await moved.first().getByRole("button", { name: "Discard" }).click();
      const dialog = page.getByRole("dialog", { name: "Discard MOVED" });
      await dialog.getByRole("textbox", { name: "Why" }).fill("The other rider has it");
      await dialog.getByRole("button", { name: "Discard" }).click();
      await dialog.waitFor({ state: "detached" });
      await moved.nth(remaining_count - 1).waitFor({ state: "detached" });
    }
    await card("ABSENT").getByText("Take the goods back to the sender.").waitFor();

    await page.reload();
    await card("DOOR").getByRole("textbox", { name: "PIN of DOOR" }).fill("2580");
    await card("DOOR").getByRole("textbox", { name: "Cash collected" }).fill("8.50");
    await card("DOOR").getByRole("textbox", { name: "Note" }).fill("50 short");
    await press("DOOR", "Confirm delivery");
    await card("DOOR").waitFor({ state: "detached" });
    await waitForEmptyQueue();
    assert.equal(await readState("DOOR"), "COMPLETED");
    const { jobs } = await admin(listInstantJobs, { order_id: ids["DOOR"] ?? 0 });
    assert.equal(jobs[0]?.cod_collected_minor, 850);
  });

  test("a step that another phone did is done once, and is shown here", async () => {
    const { order, instant_job_id } = await createJob(business, rider, { ref: "TWICE" });
    ids["TWICE"] = order.id;
    await page.reload();
    await card("TWICE").waitFor();
    await page.context().setOffline(true);
    await press("TWICE", "I am at the pickup");
    await rider.person.call(arriveAtPickup, { instant_job_id });
    await page.context().setOffline(false);
    await waitForEmptyQueue();
    await card("TWICE").getByRole("button", { name: "I have the goods" }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    await press("TWICE", "Give back");
    await card("TWICE").getByRole("textbox").fill("Flat tyre");
    await press("TWICE", "Give back");
    await card("TWICE").waitFor({ state: "detached" });
    assert.deepEqual(await findViolations(page), []);
  });
});
