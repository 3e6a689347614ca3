/**
 * An item that was sold elsewhere changes hands through a locker: the seller on the pages of a customer in one browser, the buyer by
 * the claim link in another. The sensor of the compartment tells nothing, so that a rejection needs a photo.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { closed, openTestLocker, PLACE, reserve, type TestLocker } from "#tests/support/lockers.ts";
import { PNG } from "#tests/support/samples.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const ROOT = "/api/v1/locker-resale";
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const AT_LOCKER = {
  permissions: ["geolocation"],
  geolocation: { latitude: PLACE.lat, longitude: PLACE.lng, accuracy: 5 },
};
const PHOTO = { name: "item.png", mimeType: "image/png", buffer: PNG };
const SHOTS = process.env["SHOTS"];

describe("an item between two people", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  let locker: TestLocker;
  let seller: Visit;
  let buyer: Visit;
  let handover = "";
  let claim_url = "";
  let failed = "";
  const step = (name: string, run: () => Promise<void>) =>
    test(name, async () => {
      assert.equal(failed, "", "an earlier step failed");
      failed = name;
      await run().catch(async (error: unknown) => {
        for (const one of [seller, buyer])
          if (one !== undefined) await shot(one.page, one === seller ? "failed-seller" : "failed-buyer");
        throw error;
      });
      failed = "";
    });
  const shot = async (page: Page, name: string) => {
    if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
  };
  /** In the session of the seller's browser. */
  async function sell(method: string, address: string, data?: object) {
    const answer = await seller.page.request.fetch(address, {
      method,
      headers: { "x-packhorse-client": "console" },
      ...(data === undefined ? {} : { data }),
    });
    return { status: answer.status(), body: await answer.json() };
  }
  const readHandover = async () => (await sell("GET", handover)).body.handover;
  const position = () => ({
    lat: PLACE.lat,
    lng: PLACE.lng,
    accuracy_m: 5,
    at: service.now().toISOString(),
  });
  /** The device opens the door for the last command, and it is closed; its sensor tells nothing. */
  async function carryOut(contents = "NONE"): Promise<void> {
    const { commands } = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body;
    const { nonce } = commands.findLast(({ kind }: { kind: string }) => kind === "open");
    const opening = { action: "door_opened", compartment: "A01", details: { cause: "command", nonce } };
    await locker.tell(opening, closed("A01", contents));
  }
  const pressOn = ({ page }: Visit, name: string) => page.getByRole("button", { name, exact: true }).click();
  /** The seller's page says it. */
  const say = (title: string) => seller.page.getByRole("heading", { name: title, level: 2 }).waitFor();
  const press = (name: string) => pressOn(buyer, name);
  const see = (title: string) => buyer.page.getByRole("heading", { name: title, level: 1 }).waitFor();

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    const business = await service.business();
    locker = await openTestLocker(business, [["S", "M"]]);
    assert.equal((await reserve(locker, { size: "M" })).status, 201);
    browser = await openBrowser();
    const { person } = await business.customer();
    seller = await visit(browser, base_url, { as: person, ...PHONE, ...AT_LOCKER });
  });
  after(() => browser?.close());

  step("the seller creates it, and takes another size where none of the chosen one is free", async () => {
    const { page } = seller;
    await page.goto("/resale");
    await page.getByText("No handovers yet").waitFor();
    await page.getByRole("link", { name: "New handover" }).first().click();
    await page.getByText("We hold no money for the item", { exact: false }).waitFor();
    await page.getByRole("textbox", { name: "Name of the item" }).fill("Camera");
    await page.getByRole("radio", { name: "M", exact: true }).check({ force: true });
    await page.getByLabel("Add a photo").setInputFiles(PHOTO);
    await page.getByRole("button", { name: "Remove the photo" }).waitFor();
    await page.getByRole("radio", { name: /North hall/ }).check();
    await page.getByText("No M free. Free: S (1)").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByLabel("Phone of the buyer").fill("12");
    await pressOn(seller, "Create the handover");
    await page.getByText("This is not a telephone number.").waitFor();
    await page.getByLabel("Phone of the buyer").fill("+55 61 99876-5432");
    await shot(page, "sell-new");
    await pressOn(seller, "Create the handover");
    await say("Choose a locker");
    handover = `${ROOT}/handovers/${/\d+/.exec(new URL(page.url()).pathname)?.[0]}`;
    const rows = await service.system.rows("select buyer_contact from resale_handover");
    assert.deepEqual(rows, [{ buyer_contact: { phone: "+5561998765432" } }]);
    assert.ok(await page.getByRole("radio", { name: /North hall/ }).isChecked());
    await page.getByRole("alert").getByText("No compartment of this size is free. Free sizes: S.").waitFor();
    await shot(page, "sell-full");
    assert.equal((await readHandover()).status, "LISTED");
    await pressOn(seller, "Take size S instead (1 free)");
    await say("Bring it to compartment A01");
    await page.context().grantPermissions([...AT_LOCKER.permissions, "clipboard-read", "clipboard-write"]);
    await pressOn(seller, "Copy the link");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    claim_url = await page.evaluate("navigator.clipboard.readText()");
    assert.match(claim_url, /\/claim#link=/);
    buyer = await visit(browser, base_url, { ...PHONE, ...AT_LOCKER });
    await buyer.page.goto(`/claim${new URL(claim_url).hash}`);
    await see("On its way to the locker");
  });

  step("the door opens after a photo, and until the release nothing opens for the buyer", async () => {
    const { page } = seller;
    assert.ok(await page.getByRole("button", { name: "Open the door" }).isDisabled());
    await page.getByRole("listitem").getByLabel("Add a photo").setInputFiles(PHOTO);
    await page.getByText("The photo is taken").waitFor();
    await pressOn(seller, "Open the door");
    await page.getByText("Compartment A01 opens now.").waitFor();
    await carryOut();
    await page.getByText("The door is closed. Is the item inside?", { exact: false }).waitFor();
    await shot(page, "sell-deposit");
    await pressOn(seller, "It is in");
    await say("It is in the locker. Were you paid?");
    assert.deepEqual(await findViolations(page), []);
    await shot(page, "sell-deposited");
    await see("In the locker, waiting for the seller");
    for (const name of ["Open and take", "Show the code"])
      assert.equal(await buyer.page.getByRole("button", { name }).count(), 0);
    assert.deepEqual(await findViolations(buyer.page), []);
  });

  step("after the release the code is the buyer's alone", async () => {
    await pressOn(seller, "I was paid: release it");
    const dialog = await waitForDialog(seller.page, "Release it to the buyer?");
    await dialog.getByRole("button", { name: "I was paid: release it" }).click();
    await say("The buyer can collect it");
    assert.equal(await seller.page.getByRole("button", { name: "Use a code instead" }).count(), 0);
    await see("Ready for you");
    await press("Show the code");
    assert.match((await buyer.page.locator(".claim-code .num").innerText()).replace(" ", ""), /^\d{8}$/);
    await shot(buyer.page, "claim-code");
    assert.equal((await sell("POST", `${handover}/code`)).body.error_code, "WRONG_STATUS");
    for (const door of ["inspect", "collect"])
      assert.deepEqual(
        [(await sell("POST", `${handover}/${door}`, { position: position() })).body.error_code, door],
        ["NOT_YOUR_SIDE", door],
      );
    assert.partialDeepStrictEqual(await readHandover(), {
      side: "seller",
      can_collect: false,
      can_inspect: false,
    });
    // The buyer has no account, and no page of the console either.
    const list = await buyer.page.context().request.get(`${ROOT}/handovers`);
    assert.equal(list.status(), 401);
  });

  step(
    "what was looked at and left inside is not put back without a photo, which the seller sees",
    async () => {
      const { page } = buyer;
      await press("Open and look");
      await page.getByText("The door opens now. Stand before compartment A01.").waitFor();
      await carryOut();
      await press("I left it inside");
      await page.getByText("You have looked at it.").waitFor();
      await say("The buyer has looked at it");
      await press("Reject");
      await page.getByRole("textbox", { name: "Why do you reject it?" }).fill("A scratch on the lens");
      await press("Reject the item");
      await page.getByRole("alert").getByText("A photo of the item in the compartment is needed.").waitFor();
      assert.deepEqual(await findViolations(page), []);
      await shot(page, "claim-reject");
      assert.equal((await readHandover()).status, "INSPECTED");
      await press("Back");
      await page
        .locator("section", { has: page.getByRole("heading", { name: "Photos" }) })
        .locator("input[type=file]")
        .setInputFiles(PHOTO);
      await seller.page.getByRole("img", { name: /^By the buyer, / }).waitFor();
    },
  );

  step("the buyer takes it, and each side is told so", async () => {
    await press("Open and take");
    await buyer.page.getByText("The door opens now.").waitFor();
    await carryOut();
    await press("I took it");
    await see("You have it");
    await say("The buyer has it");
    for (const { page } of [seller, buyer])
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    await shot(buyer.page, "claim-collected");
    await shot(seller.page, "sell-collected");
    await seller.page.getByRole("link", { name: "Handovers" }).first().click();
    await seller.page.getByText("Handed over").waitFor();
    assert.deepEqual([...seller.broken, ...buyer.broken], []);
  });
});
