/** An order is corrected in the form that created it: what may change does, what may not says why. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { updateOrder } from "#domain/orders/orders/operations/update-order.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const business = await service.business();

describe("correcting an order in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let visited: Visit;
  let page: Page;
  const read = async (order_id: number) => (await business.as("client_admin")(getOrder, { order_id })).order;
  const openForm = async (id: number): Promise<Locator> => {
    await page.goto(`/orders/${id}`);
    await page.getByRole("heading", { name: "Contractor" }).waitFor();
    await page.keyboard.press("e");
    return waitForDialog(page, /^Edit order/);
  };

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    visited = await visit(browser, base_url, { as: await business.person("client_admin") });
    page = visited.page;
  });
  after(() => browser?.close());

  test("every field is saved in one step, and nothing else changes", async () => {
    const customer = await business.customer({ name: "Loja do Lago" });
    const { id } = await business.order({
      ref: "A-7",
      scheduled_date: "2099-03-02",
      parcels: [{ weight_g: 500 }, { weight_g: 600 }],
    });
    const before = await read(id);
    const form = await openForm(id);
    assert.deepEqual(await findViolations(page), []);
    await form.getByRole("textbox", { name: "Phone" }).fill("+55 61 3333-0000");
    await form.getByRole("textbox", { name: "E-mail" }).fill("clara@example.com");
    await form.getByRole("textbox", { name: "Unit, floor" }).fill("Casa 2");
    await form.getByLabel("From").fill("10:00");
    await form.getByLabel("Until").fill("12:30");
    await form.getByRole("textbox", { name: "Parcel 2: kg" }).fill("1.25");
    await form.getByRole("textbox", { name: "Parcel 1: length in cm" }).fill("30.5");
    await form.getByRole("textbox", { name: "Parcel 1: contents" }).fill("Shoes");
    await form.getByRole("textbox", { name: "Collect on delivery, BRL" }).fill("12.5");
    await form.getByRole("textbox", { name: "Your reference" }).fill("A-8");
    await form.getByRole("combobox", { name: "Customer" }).fill("Lago");
    await page.getByRole("option", { name: "Loja do Lago" }).click();
    await form.getByRole("textbox", { name: "Instruction for the driver" }).fill("Side door.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("The order was saved.").waitFor();
    await form.waitFor({ state: "detached" });
    const after = await read(id);
    assert.partialDeepStrictEqual(after, {
      ref: "A-8",
      customer_id: customer.id,
      cod_minor: 1250,
      weight_g: 1750,
      delivery_instruction: "Side door.",
      window_start: "2099-03-02T13:00:00.000Z",
      window_end: "2099-03-02T15:30:00.000Z",
      lat: before.lat,
      status: "NEW_ORDER",
    });
    assert.partialDeepStrictEqual(after.dropoff, {
      name: "Clara Dias",
      phone: "+55 61 3333-0000",
      email: "clara@example.com",
      line2: "Casa 2",
    });
    assert.deepEqual(
      after.parcels.map(({ weight_g, length_mm, contents }) => ({ weight_g, length_mm, contents })),
      [
        { weight_g: 500, length_mm: 305, contents: "Shoes" },
        { weight_g: 1250, length_mm: null, contents: "" },
      ],
    );
    assert.equal(after.version, before.version + 1);
  });

  test("an address that nobody knows says so at once, and is placed on a map before it is saved", async () => {
    const { id } = await business.order();
    const form = await openForm(id);
    await form.getByLabel("Street and number").fill("Rua Perdida 9");
    await form.getByRole("textbox", { name: "City" }).fill("Anywhere");
    await form.getByRole("textbox", { name: "Name" }).focus();
    await form.getByText("This address was not found. Place it on the map.").waitFor();
    await form
      .getByRole("region", { name: "What will happen" })
      .getByText(/Place it on the map, or/)
      .waitFor();
    await form.getByRole("button", { name: "Pin on the map" }).click();
    await form.getByLabel("Position", { exact: false }).getByRole("textbox").fill("-15.8, -47.9");
    await page.keyboard.press("Enter");
    await form.getByText("Position: -15.80000, -47.90000").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    assert.partialDeepStrictEqual(await read(id), {
      lat: -15.8,
      lng: -47.9,
      city: "Anywhere",
      can_plan: true,
    });
  });

  test("what the driver has is locked and says why, with another address as the way out", async () => {
    const driver = await business.driver();
    const { id } = await business.order();
    const { scheduled_date } = await read(id);
    const { route } = await business.as("client_admin")(createRoute, {
      order_ids: [id],
      date: scheduled_date,
      driver_id: driver.id,
    });
    const planned = await openForm(id);
    await planned.getByLabel("Day").fill("2099-01-05");
    const ahead = planned.getByRole("region", { name: "What will happen" });
    await ahead.getByText("It leaves its route and has to be planned again.").waitFor();
    await planned.getByRole("button", { name: "Discard" }).click();

    await business.as("client_admin")(releaseRoute, { route_id: route.id });
    const form = await openForm(id);
    await form.getByText("The driver has this stop already: the address cannot change in place.").waitFor();
    await form.getByLabel("Street and number").and(page.locator(":disabled")).waitFor();
    await form.getByLabel("Day").and(page.locator(":disabled")).waitFor();
    await form.getByRole("textbox", { name: "Phone" }).and(page.locator(":enabled")).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await form.getByRole("button", { name: "Send to another address" }).click();
    await (await waitForDialog(page, "Send to another address")).getByText("New address").waitFor();
    await page.keyboard.press("Escape");

    await service.system.execute("update delivery_order set status = 'OUT_FOR_DELIVERY' where id = $1", [id]);
    const away = await openForm(id);
    await away.getByText("The goods are under way: the address cannot change any more.").waitFor();
    assert.equal(await away.getByRole("button", { name: "Send to another address" }).count(), 0);
  });

  test("what somebody else changes meanwhile is told, and not overwritten", async () => {
    const { id } = await business.order({ note: "first" });
    const form = await openForm(id);
    await form.getByRole("textbox", { name: "Internal note" }).fill("mine");
    await business.as("employee")(updateOrder, { order_id: id, note: "theirs" });
    await form.getByText("Somebody changed this order while you edited it.").waitFor();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText(/Somebody changed it meanwhile/).waitFor();
    assert.equal((await read(id)).note, "theirs");
    await form.getByRole("button", { name: "Load it again" }).click();
    const again = page.getByRole("dialog").getByRole("textbox", { name: "Internal note" });
    await again.and(page.locator(":text('theirs')")).waitFor();
    await again.fill("both");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("The order was saved.").waitFor();
    assert.equal((await read(id)).note, "both");
    assert.deepEqual(visited.broken, []);
  });
});
