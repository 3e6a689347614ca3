/**
 * An operator sets up a locker in the console: its wall, the code with which its device is provisioned, a reservation with its
 * code, a door that opens, a check, the log. `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { readAttention } from "#tests/support/attention.ts";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { buildProvision, buildTestDevice, generateKeys, type TestDevice } from "#tests/support/devices.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const business = await service.business();
const SERIAL = "N-0001";
const SHOTS = process.env["SHOTS"];

describe("lockers in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let visited: Visit;
  let page: Page;
  let device: TestDevice;
  let seq = 0;
  let failed = "";
  const step = (name: string, run: () => Promise<void>) =>
    test(name, async () => {
      assert.equal(failed, "", "an earlier step failed");
      failed = name;
      await run();
      failed = "";
    });
  const toast = (words: string) => page.getByRole("alert").filter({ hasText: words }).first().waitFor();
  const shot = async (name: string) => {
    if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
  };
  const field = (name: string) => page.getByRole("dialog").getByRole("textbox", { name, exact: true });
  const wall = () => page.getByRole("group", { name: "Compartments of North hall, as they stand" });
  const panel = () => page.getByRole("complementary", { name: "The chosen compartment" });
  /** The device reports these operations with its next numbers. */
  async function tell(...operations: { action: string; compartment: string; details: object }[]) {
    const answer = await device.push(
      operations.map((one) => {
        seq += 1;
        return {
          seq,
          result: "ok" as const,
          occurred_at: service.now().toISOString(),
          ...one,
          details: one.details as Record<string, string>,
        };
      }),
    );
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    visited = await visit(browser, base_url, { as: await business.person("client_admin", "Ada") });
    page = visited.page;
  });
  after(() => browser?.close());

  step("a locker is created with its wall", async () => {
    await page.goto("/lockers");
    await page.getByText("No lockers yet").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "New locker" }).click();
    await waitForDialog(page);
    await field("Name").first().fill("North hall");
    await field("Serial number").fill(SERIAL);
    await page.getByRole("dialog").getByLabel("Street and number").first().fill("Platform 2");
    await field("City").fill("Brasília");
    await page.getByRole("button", { name: "Create locker" }).click();
    await toast("North hall was saved.");
    const form = await waitForDialog(page, "Add compartments");
    await form.getByRole("button", { name: "Add a column" }).click();
    for (const size of ["S", "XL"])
      await form.getByRole("button", { name: `Add ${size} to column 2` }).click();
    await form.getByRole("textbox", { name: "XL: width, mm" }).fill("400");
    assert.deepEqual(await findViolations(page), []);
    await form.getByRole("button", { name: "Add compartments" }).click();
    // A size has all three measures, or those that are usual.
    await form.locator("[aria-invalid=true]").first().waitFor();
    await form.getByRole("textbox", { name: "XL: width, mm" }).fill("");
    await form.getByRole("button", { name: "Add compartments" }).click();
    await toast("6 compartments were added.");
    await wall().getByRole("button", { name: "B02 XL Free" }).waitFor();
  });

  step("its device is provisioned by a code that is shown once", async () => {
    await page.getByText("This locker is not provisioned yet").waitFor();
    await page.getByRole("button", { name: "Create code" }).click();
    const dialog = await waitForDialog(page, "Provision North hall");
    await dialog.getByRole("button", { name: "Create code" }).click();
    const code = await dialog.locator("code").innerText();
    assert.deepEqual(await findViolations(page), []);
    await shot("locker-claim");
    const keys = generateKeys();
    const provision = buildProvision(business, { claim_code: code, serial: SERIAL, keys });
    const answer = await service.http("POST", "/api/v1/device-operations/provision", provision);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    device = buildTestDevice(business, { id: answer.body.device_id, serial: SERIAL, keys });
    // The page follows what happens.
    await dialog.getByText("The device is provisioned.").waitFor();
    await dialog.getByRole("button", { name: "I have written it down" }).click();
    await page.getByText("Online", { exact: true }).waitFor();
  });

  step("a compartment is reserved by size, and its code is issued", async () => {
    await page.getByRole("button", { name: "Reserve", exact: true }).click();
    const form = await waitForDialog(page, "Reserve a compartment of North hall");
    await form.getByRole("textbox", { name: "Reference" }).fill("R-17");
    await form.getByRole("button", { name: "Reserve", exact: true }).click();
    await toast("A03, size M, is reserved.");
    await wall().getByRole("button", { name: "A03 M Reserved" }).waitFor();
    await panel().getByText("It is held for a reservation, and empty.").waitFor();
    await panel().getByText("R-17").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await panel().getByRole("button", { name: "Code", exact: true }).click();
    const dialog = await waitForDialog(page, "Code of A03");
    await dialog.getByRole("button", { name: "Show the code" }).click();
    assert.match((await dialog.locator("code").innerText()).replaceAll(/\s/g, ""), /^\d{8}$/);
    await dialog.getByRole("button", { name: "Done" }).click();
  });

  step("a door is opened for a reason, and the wall shows what the device reports", async () => {
    await panel().getByRole("button", { name: "Open the door" }).click();
    const dialog = await waitForDialog(page, /^Open A03/);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("The courier has no code");
    await dialog.getByRole("radio", { name: "The person before it deposits" }).check();
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole("button", { name: "Open the door" }).click();
    await panel()
      .getByText(/^Opening was asked for/)
      .waitFor();
    const { body } = await device.call("GET", "/api/v1/device-operations/commands");
    const command = body.commands.find((one: { kind: string }) => one.kind === "open");
    await tell({
      action: "door_opened",
      compartment: "A03",
      details: { cause: "command", nonce: command.nonce, use: "deposit" },
    });
    await wall().getByRole("button", { name: "A03 M Deposit under way Door open" }).waitFor();
    await panel()
      .getByText(/^The locker opened the door/)
      .waitFor();
    await panel().getByText("The courier has no code").waitFor();
    await shot("locker-open");
    await tell({ action: "door_closed", compartment: "A03", details: { contents: "FULL" } });
    await wall().getByRole("button", { name: "A03 M Occupied", exact: true }).waitFor();
  });

  step("arrows walk over the wall, and Enter opens a compartment", async () => {
    const compartment = (name: string) => wall().getByRole("button", { name });
    await compartment("A03 M Occupied").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    await compartment("B01 S Free").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("End");
    await compartment("B02 XL Free").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await panel().getByRole("heading", { name: "B02 XL" }).waitFor();
    await page.waitForURL(/compartment=\d+/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Home");
    await compartment("A01 S Free").and(page.locator(":focus")).waitFor();
  });

  step("a fault leads from the exceptions to the compartment, where a check ends it", async () => {
    await tell({
      action: "door_opened",
      compartment: "A02",
      details: { cause: "forced" },
    });
    await tell({ action: "door_closed", compartment: "A02", details: { contents: "EMPTY" } });
    await wall().getByRole("button", { name: "A02 S To check" }).waitFor();
    service.advance(1000);
    await readAttention(service, business.id);
    await page.goto("/exceptions");
    await page.getByText("North hall: A02 waits for a check").first().waitFor();
    await page.getByRole("button", { name: "Checked: it is empty" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("link", { name: "Open the locker" }).click();
    await panel().getByText("Its door was opened by force.").waitFor();
    await shot("locker-check");
    await panel().getByRole("button", { name: "Say what is in it" }).click();
    const dialog = await waitForDialog(page, "Check A02");
    await dialog.getByRole("radio", { name: "It is empty" }).check();
    await dialog.getByRole("textbox", { name: "Note" }).fill("Ada looked into it.");
    await dialog.getByText("It becomes: Free.").waitFor();
    await dialog.getByRole("button", { name: "Record the check" }).click();
    await toast("The check of A02 was recorded.");
    await wall().getByRole("button", { name: "A02 S Free" }).waitFor();
  });

  step("many doors are opened in maintenance only", async () => {
    assert.equal(await page.getByRole("button", { name: "Open many doors" }).count(), 0);
    await page.getByRole("button", { name: "Put into maintenance" }).click();
    const confirmation = await waitForDialog(page, "Put North hall into maintenance?");
    await confirmation.getByRole("button", { name: "Put into maintenance" }).click();
    await page.getByRole("button", { name: "Open many doors" }).click();
    await wall().getByRole("button", { name: "A01 S Free" }).click();
    await wall().getByRole("button", { name: "B02 XL Free" }).click();
    await page.getByRole("button", { name: "Open 2 doors" }).click();
    const dialog = await waitForDialog(page, "Open 2 doors of North hall?");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Cleaning");
    await dialog.getByText("2 doors are asked to open.").waitFor();
    await dialog.getByRole("button", { name: "Open the doors" }).click();
    await toast("2 doors were asked to open.");
  });

  step("the log tells it, and its chain is intact until somebody changes a row", async () => {
    await page.getByRole("link", { name: "Log", exact: true }).click();
    await page.getByRole("heading", { name: "Locker log" }).waitFor();
    const rows = page.getByRole("row");
    await rows.filter({ hasText: "Ada looked into it." }).waitFor();
    await rows.filter({ hasText: "by force" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await shot("locker-log");
    const verify = async (outcome: string) => {
      await page.getByRole("button", { name: "Verify the chain" }).click();
      const dialog = await waitForDialog(page, "The chain of North hall");
      await dialog.getByText(outcome).waitFor();
      await dialog.getByRole("button", { name: "Back" }).click();
    };
    await verify("The log is as it was written");
    await service.system.execute(
      `update locker_operation set details = '{"note":"Nobody looked."}' where business_id = $1 and action = 'checked'`,
      [business.id],
    );
    await verify("An entry is not as it was written.");
  });

  step("what is wrong, and what was asked for in vain, is seen of all lockers", async () => {
    await page.goto("/lockers");
    await page.getByRole("row").filter({ hasText: "North hall" }).waitFor();
    await page.getByRole("link", { name: "Health and use" }).click();
    await page.getByText("Nothing is wrong", { exact: true }).waitFor();
    await page.getByRole("row").filter({ hasText: "1 granted, 0 refused" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await shot("locker-health");
    await page.setViewportSize({ width: 390, height: 844 });
    for (const address of ["/lockers", `/lockers/${device.id}`, "/lockers/log", "/lockers/health"]) {
      await page.goto(address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      assert.deepEqual(await findViolations(page), [], address);
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address);
    }
    assert.deepEqual(visited.broken, []);
  });
});
