/**
 * An item that was sold elsewhere changes hands through a locker: the seller in one browser, the buyer by the claim link in another.
 * The sensor of the compartment tells nothing, so that a rejection needs a photo.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { findViolations, NO_CHROMIUM, openBrowser, type Visit, visit } from "#tests/support/browser.ts";
import { closed, openTestLocker, PLACE, type TestLocker } from "#tests/support/lockers.ts";
import { PNG } from "#tests/support/samples.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const ROOT = "/api/v1/locker-resale";
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const SHOTS = process.env["SHOTS"];

describe("an item between two people", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let locker: TestLocker;
  let seller: Visit;
  let buyer: Visit;
  let page: Page;
  let handover = "";
  let failed = "";
  const step = (name: string, run: () => Promise<void>) =>
    test(name, async () => {
      assert.equal(failed, "", "an earlier step failed");
      failed = name;
      await run();
      failed = "";
    });
  const shot = async (name: string) => {
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
  async function expectSold(method: string, address: string, data?: object) {
    const { status, body } = await sell(method, address, data);
    assert.ok(status < 300, JSON.stringify(body));
    return body;
  }
  const upload = async (): Promise<number> =>
    (
      await expectSold("POST", "/api/v1/files", {
        content_base64: PNG.toString("base64"),
        content_type: "image/png",
        name: "item.png",
      })
    ).file_id;
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
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const see = (title: string) => page.getByRole("heading", { name: title, level: 1 }).waitFor();

  before(async () => {
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    const business = await service.business();
    locker = await openTestLocker(business, [["S"]]);
    browser = await openBrowser();
    seller = await visit(browser, base_url, { as: (await business.customer()).person });
    const created = await expectSold("POST", `${ROOT}/handovers`, {
      title: "Camera",
      size: "S",
      inspection_min: 15,
      photo_file_ids: [await upload()],
    });
    handover = `${ROOT}/handovers/${created.handover_id}`;
    buyer = await visit(browser, base_url, {
      ...PHONE,
      permissions: ["geolocation"],
      geolocation: { latitude: PLACE.lat, longitude: PLACE.lng, accuracy: 5 },
    });
    page = buyer.page;
    await page.goto(`/claim#link=${created.claim_token}`);
  });
  after(() => browser?.close());

  step("until the seller releases it, nothing opens for the buyer", async () => {
    await see("Not in a locker yet");
    await expectSold("POST", `${handover}/reserve`, { locker_id: locker.id });
    await expectSold("POST", `${handover}/deposit`, { photo_file_id: await upload(), position: position() });
    await carryOut();
    await expectSold("POST", `${handover}/deposit`, { step: "confirm" });
    await see("In the locker, waiting for the seller");
    assert.equal(await page.getByRole("button", { name: "Open and take" }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "Show the code" }).count(), 0);
    assert.deepEqual(await findViolations(page), []);
  });

  step("after the release the code is the buyer's alone", async () => {
    await expectSold("POST", `${handover}/release`);
    await see("Ready for you");
    await press("Show the code");
    assert.match((await page.locator(".claim-code .num").innerText()).replace(" ", ""), /^\d{8}$/);
    await shot("claim-code");
    assert.equal((await sell("POST", `${handover}/code`)).body.error_code, "WRONG_STATUS");
    for (const door of ["inspect", "collect"])
      assert.deepEqual(
        [(await sell("POST", `${handover}/${door}`, { position: position() })).body.error_code, door],
        ["NOT_YOUR_SIDE", door],
      );
    const { handover: sellers_view } = await expectSold("GET", handover);
    assert.partialDeepStrictEqual(sellers_view, { side: "seller", can_collect: false, can_inspect: false });
    // The buyer has no account, and no page of the console either.
    await page
      .context()
      .request.get("/api/v1/locker-resale/handovers")
      .then((answer) => {
        assert.equal(answer.status(), 401);
      });
  });

  step("what was looked at and left inside is not put back without a photo", async () => {
    await press("Open and look");
    await page.getByText("The door opens now. Stand before compartment A01.").waitFor();
    await carryOut();
    await press("I left it inside");
    await page.getByText("You have looked at it.").waitFor();
    await press("Reject");
    await page.getByRole("textbox", { name: "Why do you reject it?" }).fill("A scratch on the lens");
    await press("Reject the item");
    await page.getByRole("alert").getByText("A photo of the item in the compartment is needed.").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await shot("claim-reject");
    assert.equal((await expectSold("GET", handover)).handover.status, "INSPECTED");
    await press("Back");
  });

  step("the buyer takes it, and each side is told so", async () => {
    await press("Open and take");
    await page.getByText("The door opens now.").waitFor();
    await carryOut();
    await press("I took it");
    await see("You have it");
    assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    await shot("claim-collected");
    assert.partialDeepStrictEqual((await expectSold("GET", handover)).handover, {
      side: "seller",
      status: "COLLECTED",
    });
    assert.deepEqual([...seller.broken, ...buyer.broken], []);
  });
});
