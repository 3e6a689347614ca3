/**
 * A driver works a tour on a phone without a connection: every stop is delivered once, in order, with its proofs, whatever
 * is reloaded or opened twice, and what became impossible meanwhile is said with the next step.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startRoute } from "#domain/execution/driver-app/operations/start-route.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { commandOrdersBulk } from "#domain/orders/orders/operations/command-orders-bulk.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { moveOrders } from "#domain/planning/routes/operations/move-orders.ts";
import { reassignRoute } from "#domain/planning/routes/operations/reassign-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { findViolations, NO_CHROMIUM, openBrowser, visit, waitForDialog } from "#tests/support/browser.ts";
import { listAttention } from "#tests/support/driver-app.ts";
import { assertFoldConsistent } from "#tests/support/orders.ts";
import { testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";

const service = await testService({ console: true });
const business = await service.business();
const SHOTS = process.env["SHOTS"];
const STOPS = 10;
/** A picture of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** Proofs that stops require, by their place in the tour. */
const REQUIREMENTS: Record<number, object> = {
  1: { pod: ["photo"] },
  2: { pod: ["signature"] },
  3: { pin: "4711" },
};
const FAILED = 4;
const CANCELLED = 9;

describe("the driver's app without a connection", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let page: Page;
  let driver: Awaited<ReturnType<typeof business.driver>>;
  let base_url = "";
  let orders: { id: number }[];
  let tour_id = 0;
  let moved: { order: { id: number }; route_id: number };
  const broken: string[][] = [];

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    driver = await business.driver({ name: "Ana" });
    const admin = business.as("client_admin");
    const plan = async (drafts: Record<string, unknown>[]) => {
      const created_orders = [];
      for (const draft of drafts) created_orders.push(await business.order(draft));
      const order_ids = created_orders.map(({ id }) => id);
      const { route } = await admin(createRoute, { driver_id: driver.id, order_ids });
      await admin(releaseRoute, { route_id: route.id });
      return { created_orders, route_id: route.id };
    };
    const drafts = Array.from({ length: STOPS }, (_, index) => ({
      requirements: REQUIREMENTS[index + 1] ?? {},
      dropoff: place(nameDoor(index + 1)),
    }));
    ({ created_orders: orders, route_id: tour_id } = await plan(drafts));
    const other = await plan([{ dropoff: place("Other door") }]);
    moved = { order: other.created_orders[0] as { id: number }, route_id: other.route_id };
    browser = await openBrowser();
    const visited = await visit(browser, base_url, {
      as: driver.person,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    ({ page } = visited);
    broken.push(visited.broken);
  });
  after(() => browser?.close());

  const openStop = (name: string) => page.getByRole("link", { name }).click();
  const back = () => page.getByRole("link", { name: "Stops", exact: true }).click();
  const deliver = async (name: string, prove?: () => Promise<unknown>) => {
    await openStop(name);
    await page.getByRole("button", { name: "Deliver", exact: true }).click();
    await page.getByRole("textbox", { name: "Name of who received it" }).fill("Rosa Lima");
    await prove?.();
    await page.getByRole("button", { name: "Confirm delivery" }).click();
    await page.getByText("Not sent", { exact: true }).waitFor();
    await back();
  };
  const queue = () => page.locator(".field-queue");

  test("opens on the day, which is kept on the phone", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: nameDoor(STOPS) }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/driver");
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(await page.evaluate(SMALL_TARGETS), []);
    await page.evaluate(CONTROLLED);
    const manifest = await page.locator("link[rel=manifest]").getAttribute("href");
    assert.equal(manifest, "/apps/driver.webmanifest");
  });

  test("ten stops are done without a connection, over a reload", async () => {
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Break" }).click();
    await page.getByRole("button", { name: "Go on" }).click();
    await deliver(nameDoor(1), async () => {
      await page.getByRole("button", { name: "Confirm delivery" }).click();
      await page.getByText("Missing: photo").waitFor();
      await page
        .getByLabel("Take a photo")
        .first()
        .setInputFiles({ name: "door.png", mimeType: "image/png", buffer: PNG });
      await page.getByRole("button", { name: "Remove the photo" }).waitFor();
    });
    await deliver(nameDoor(2), () => sign(page));
    await deliver(nameDoor(3), async () => {
      const pin = page.getByRole("textbox", { name: "PIN of" });
      await pin.fill("0000");
      await page.getByRole("button", { name: "Confirm delivery" }).click();
      await page.getByText("This PIN is wrong").waitFor();
      await pin.fill("4711");
    });
    await openStop(nameDoor(4));
    await page.getByRole("button", { name: "Not possible" }).click();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("radio", { name: "Nobody there" }).check();
    await page
      .getByLabel("Take a photo")
      .first()
      .setInputFiles({ name: "door.png", mimeType: "image/png", buffer: PNG });
    await page.getByRole("button", { name: "Remove the photo" }).waitFor();
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await page.getByText("Not sent", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("Not sent", { exact: true }).waitFor();
    await back();
    await page.getByText("4 of 10 stops").waitFor();
    for (let stop = 5; stop <= STOPS; stop += 1) await deliver(nameDoor(stop));
    await deliver("Other door");
    await page.getByText("10 of 10 stops").waitFor();
    await queue().and(page.locator("[data-waiting='13']")).waitFor();
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("13 things are not sent yet.").waitFor();
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("with a connection everything is with the service once, in order; two open tabs do nothing twice", async () => {
    const other = await business.driver({ name: "Bea" });
    const admin = business.as("client_admin");
    await admin(reassignRoute, { route_id: moved.route_id, driver_id: other.id });
    await admin(cancelOrder, { order_id: getId(CANCELLED), reason: "Customer asked" });
    const second = await page.context().newPage();
    await second.goto("/driver");
    await second.getByText("10 of 10 stops").waitFor();
    const uploads = Promise.withResolvers<void>();
    await page.context().route("**/api/v1/files", async (route) => {
      await uploads.promise;
      await route.continue();
    });
    await page.context().setOffline(false);
    await assertAskedBeforeTaking();
    uploads.resolve();
    await queue().and(page.locator("[data-waiting='0']")).waitFor();
    await second.locator(".field-queue[data-waiting='0']").waitFor();

    for (let stop = 1; stop <= STOPS; stop += 1) {
      const order_id = getId(stop);
      const events = (await business.readEvents("order", order_id)).map(({ kind }) => kind);
      const [expected_event, status] =
        stop === FAILED ? ["order.attempt_failed", "FAILED_ATTEMPT"] : ["order.delivered", "DELIVERED"];
      assert.equal(events.filter((kind) => kind === expected_event).length, 1, `stop ${stop}: ${events}`);
      assert.equal(await business.readStatus(order_id), status, `stop ${stop}`);
    }
    const { rows } = await loadCommands();
    assert.deepEqual(
      rows.map(({ device_seq }) => device_seq),
      rows.map(({ device_seq }) => device_seq).toSorted((one, two) => one - two),
    );
    assert.equal(rows.length, 13);
    assert.equal(new Set(rows.map(({ device_id }) => device_id)).size, 1);
    const proofs = await service.system.rows<{ order_id: number; kind: string }>(
      "select subject_id as order_id, kind from proof where business_id = $1 and kind <> 'note' order by id",
      [business.id],
    );
    assert.deepEqual(
      proofs.map(({ order_id, kind }) => [orders.findIndex(({ id }) => id === order_id) + 1, kind]),
      [
        [1, "photo"],
        [2, "signature"],
        [3, "pin"],
        [4, "photo"],
      ],
    );
    await second.close();
    await assertFoldConsistent(business);
  });

  test("a stop that went to another driver is shown as not accepted, a cancelled one as accepted all the same", async () => {
    assert.equal(await business.readStatus(moved.order.id), "DISPATCHED");
    assert.deepEqual(
      (await listAttention(business)).filter(({ kind }) => kind === "late_fact_conflict").length,
      1,
    );
    await queue().click();
    const refused = page.getByRole("list", { name: "Not accepted" });
    await refused.getByText("Other door").waitFor();
    await refused.getByText("Somebody else has this stop now.").waitFor();
    await page
      .getByRole("list", { name: "Accepted, please read" })
      .getByText(nameDoor(CANCELLED))
      .first()
      .waitFor();
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(await page.evaluate(SMALL_TARGETS), []);
    await page.getByRole("button", { name: "Understood" }).click();
    await refused.getByRole("button", { name: "Discard" }).click();
    const dialog = page.getByRole("dialog", { name: "Discard" });
    await dialog.getByRole("textbox", { name: "Why" }).fill("Bea has it");
    await dialog.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("list", { name: "Discarded" }).getByText("Bea has it").waitFor();
    await page.getByText("Everything has been sent.").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
  });

  test("goods that leave the route while they are aboard are shown, with what to do", async () => {
    const admin = business.as("client_admin");
    const { id } = await business.order({ dropoff: place("Door that is taken off") });
    const { route } = await admin(createRoute, { driver_id: driver.id, order_ids: [id] });
    const route_id = route.id;
    await admin(releaseRoute, { route_id });
    await driver.person.call(startRoute, { route_id });
    await admin(moveOrders, { order_ids: [id], route_id: null, goods_stay_aboard: true });
    await page.goto("/driver");
    const off_route = page.getByRole("region", { name: "Aboard, but not on your route" });
    await off_route.getByText("Door that is taken off").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await admin(commandOrdersBulk, { order_ids: [id], activity: "receive" });
    await page.reload();
    await off_route.waitFor({ state: "detached" });
  });

  test("a sign-out leaves nothing of the account and of the app on the phone", async () => {
    assert.equal(await page.evaluate(DEVICE_STATE), "caches 1, workers 1, account yes, day yes");
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("E-mail").waitFor();
    await eventually(() => page.evaluate(DEVICE_STATE), "caches 0, workers 0, account no, day no");
    assert.deepEqual(
      broken.flat().filter((one) => !/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/.test(one)),
      [],
    );
  });

  /** Photos are on their way: the phone has told what it holds, so that nobody withdraws the tour unawares. */
  async function assertAskedBeforeTaking(): Promise<void> {
    const office = await visit(browser, base_url, { as: await business.person("client_admin", "Olga") });
    broken.push(office.broken);
    await eventually(
      async () =>
        (
          await service.system.row<{ commands: number }>(
            "select commands from driver_unsent where route_id = $1",
            [tour_id],
          )
        )?.["commands"],
      STOPS,
    );
    await office.page.goto(`/routes/${tour_id}`);
    await office.page.getByRole("button", { name: "More that can be done" }).click();
    await office.page.getByRole("menuitem", { name: "Withdraw release" }).click();
    const question = await waitForDialog(office.page, "The driver's phone is still sending");
    await question.getByText(`${STOPS} steps of this route`).waitFor();
    assert.deepEqual(await findViolations(office.page), []);
    if (SHOTS !== undefined) await office.page.screenshot({ path: path.join(SHOTS, "unsent-light.png") });
    await question.getByRole("button", { name: "Wait" }).click();
    await office.page.getByRole("alert").getByText("Nothing was changed").waitFor();
    await office.page.context().close();
  }

  const getId = (stop: number) => (orders[stop - 1] as { id: number }).id;
  const loadCommands = async () => ({
    rows: await service.system.rows<{ device_id: string; device_seq: number }>(
      "select device_id, device_seq from device_command where business_id = $1 order by received_at, device_seq",
      [business.id],
    ),
  });
});

const nameDoor = (stop: number) => `Door ${String(stop).padStart(2, "0")}`;

const place = (name: string) => ({
  ...{ name, line1: "Rua Augusta 1", city: "São Paulo", country: "BR", phone: "+5511912345678" },
  ...{ lat: -23.55, lng: -46.63 },
});

async function sign(page: Page): Promise<void> {
  const pad = page.getByRole("img", { name: "Sign here" });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  assert(box !== null);
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Sign again" }).waitFor();
}

/** Resolves when the app is on the device. */
const CONTROLLED = `new Promise((resolve) => {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) resolve();
  serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true });
})`;

/** What is on the device. */
const DEVICE_STATE = `(async () => {
  const [{ name }] = (await indexedDB.databases()).filter(({ name }) => name.startsWith("packhorse.offline"));
  const wait = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  const database = await wait(indexedDB.open(name));
  const day = await wait(database.transaction("values").objectStore("values").get("day"));
  database.close();
  const workers = await navigator.serviceWorker.getRegistrations();
  return [
    "caches " + (await caches.keys()).length,
    "workers " + workers.length,
    "account " + (localStorage.getItem("packhorse.account") === null ? "no" : "yes"),
    "day " + (day === undefined ? "no" : "yes"),
  ].join(", ");
})()`;

/** What a thumb would miss: buttons and links lower than 44 px. */
const SMALL_TARGETS = `[...document.querySelectorAll(".field button, .field a:not(.skip), [role=dialog] button")]
  .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().height < 44)
  .map((one) => (one.getAttribute("aria-label") ?? one.textContent) + " " + one.getBoundingClientRect().height)`;
