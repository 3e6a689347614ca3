/** Drivers and vehicles in the console: what each does today, and what the business says of them. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createSkill } from "#domain/fleet/skills/operations/create-skill.ts";
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

describe("the fleet in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let visited: Visit;
  let page: Page;
  const toast = (text: RegExp) => page.getByRole("alert").getByText(text).first().waitFor();
  const option = (name: RegExp) => page.getByRole("option", { name }).click();

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    await business.driver({ name: "Ana Souza" });
    await business.driver({ name: "Bruno Lima" });
    const admin = business.as("client_admin");
    await admin(createSkill, { name: "Tail lift", code: "tail_lift", kind: "vehicle" });
    await admin(createSkill, { name: "Heavy goods", code: "heavy", kind: "driver" });
    browser = await openBrowser();
    visited = await visit(browser, base_url, { as: await business.person("client_admin") });
    page = visited.page;
  });
  after(() => browser?.close());

  const findVehicle = (plate: string) =>
    service.system.row<Record<string, unknown>>(
      "select * from vehicle where business_id = $1 and plate = $2",
      [business.id, plate],
    );

  test("a vehicle is created with its measures and skills; a plate that is taken is told at its field", async () => {
    await page.goto("/vehicles");
    await page.getByRole("button", { name: "New vehicle" }).click();
    const form = await waitForDialog(page, "New vehicle");
    await form.getByLabel("Plate").fill("RIO-2A18");
    await form.getByLabel("Name").fill("Sprinter 1");
    await form.getByLabel("Units").fill("180");
    await form.getByLabel("Weight, kg").fill("1200.5");
    await form.getByLabel("Length").fill("428.5");
    await form.getByLabel("Width").fill("178");
    await form.getByLabel("Height").fill("194");
    await form.getByRole("combobox", { name: "Skills" }).click();
    await option(/Tail lift/);
    await page.keyboard.press("Tab");
    await form.getByRole("button", { name: "Create vehicle" }).click();
    await toast(/vehicle is created/);
    await page.getByRole("row", { name: /RIO-2A18/ }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    assert.partialDeepStrictEqual(await findVehicle("RIO-2A18"), {
      capacity_units: 180,
      capacity_weight_g: 1_200_500,
      capacity_volume_cm3: null,
      load_length_mm: 4285,
      load_width_mm: 1780,
      load_height_mm: 1940,
      skills: ["tail_lift"],
    });
    await page.getByRole("button", { name: "New vehicle" }).click();
    const again = await waitForDialog(page, "New vehicle");
    await again.getByLabel("Plate").fill("RIO-2A18");
    await again.getByRole("button", { name: "Create vehicle" }).click();
    await again.getByText(/another vehicle/).waitFor();
    await again.getByLabel("Plate").fill("RIO-2A19");
    await again.getByRole("button", { name: "Create vehicle" }).click();
    await page.getByRole("row", { name: /RIO-2A19/ }).waitFor();
  });

  test("it is changed, retired with a look ahead, found among the retired, and returned", async () => {
    await page.getByRole("row", { name: /RIO-2A19/ }).click();
    const form = await waitForDialog(page, "RIO-2A19");
    await form.getByText("In maintenance").click();
    await form.getByRole("button", { name: "Save" }).click();
    await toast(/vehicle is changed/);
    await page.getByRole("row", { name: /RIO-2A19.*In maintenance/ }).click();
    await (await waitForDialog(page, "RIO-2A19")).getByRole("button", { name: "Retire" }).click();
    const dialog = await waitForDialog(page, "Retire RIO-2A19");
    await dialog.getByRole("button", { name: "Retire" }).click();
    await toast(/RIO-2A19 is retired/);
    await page.getByRole("row", { name: /RIO-2A19/ }).waitFor({ state: "detached" });
    await page.getByText("Retired", { exact: true }).click();
    await page.getByRole("row", { name: /RIO-2A19/ }).click();
    const back = await waitForDialog(page, "RIO-2A19");
    assert.deepEqual(await findViolations(page), []);
    await back.getByRole("button", { name: "Return to service" }).click();
    await (await waitForDialog(page, /Return/)).getByRole("button", { name: "Return to service" }).click();
    await toast(/in service again/);
    assert.equal((await findVehicle("RIO-2A19"))?.["status"], "active");
  });

  test("a driver is found, opened, and given a vehicle and skills", async () => {
    await page.goto("/drivers");
    await page.getByRole("searchbox", { name: "Find a driver" }).fill("sou");
    await page.getByRole("row", { name: /Bruno/ }).waitFor({ state: "detached" });
    await page.waitForURL(/q=sou/);
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("row", { name: /Ana Souza/ }).click();
    await page.getByRole("button", { name: "Change" }).click();
    const form = await waitForDialog(page, "Change Ana Souza");
    await form.getByRole("combobox", { name: "Vehicle" }).click();
    await option(/RIO-2A18/);
    await form.getByRole("combobox", { name: "Skills" }).click();
    await option(/Heavy goods/);
    await page.keyboard.press("Tab");
    await form.getByRole("button", { name: "Save" }).click();
    await toast(/driver is changed/);
    await page.getByText("RIO-2A18, van").waitFor();
    await page.getByText("Heavy goods").first().waitFor();
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(visited.broken, []);
  });
});
