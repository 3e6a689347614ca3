/**
 * Bags are brought from one locker to another on the page of their relay: collected, received at the hub, a place chosen for the
 * renter, sent and deposited, by staff at a desk and a driver on a phone. `SHOTS=<folder>` saves screenshots.
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
import { closed, opened } from "#tests/support/lockers.ts";
import { openTestRelay } from "#tests/support/relays.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const SHOTS = process.env["SHOTS"];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const PHOTO = {
  name: "bag.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

describe("a luggage relay in the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let relay: Awaited<ReturnType<typeof openTestRelay>>;
  let desk: Page;
  let phone: Page;
  let base_url = "";
  const visits: Visit[] = [];
  let failed = "";
  const step = (name: string, run: () => Promise<void>) =>
    test(name, async () => {
      assert.equal(failed, "", "an earlier step failed");
      failed = name;
      await run();
      failed = "";
    });
  /** In both colour schemes, at the width of the page. */
  const shoot = async (of: Page, name: string) => {
    assert.ok(await of.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${name} is too wide`);
    for (const colorScheme of ["dark", "light"] as const) {
      await of.emulateMedia({ colorScheme });
      assert.deepEqual(await findViolations(of), []);
      if (SHOTS !== undefined)
        await of.screenshot({ path: path.join(SHOTS, `${name}-${colorScheme}.png`), fullPage: true });
    }
  };
  const press = (of: Page, name: string) => of.getByRole("button", { name, exact: true }).click();
  const scan = async (of: Page, tag: string) => {
    await of.getByLabel("Scan or type the tag of a bag").fill(tag);
    await of.keyboard.press("Enter");
    await of.getByLabel(`Photo of ${tag}`, { exact: true }).first().setInputFiles(PHOTO);
    await of.getByRole("button", { name: `Remove the photo of ${tag}` }).waitFor();
  };

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    relay = await openTestRelay(service);
    const person = await relay.business.person("client_admin", "Ada");
    const driver = await relay.business.driver();
    for (const [as, options] of [
      [person, {}],
      [driver.person, PHONE],
    ] as const)
      visits.push(await visit(browser, base_url, { as, ...options }));
    [desk, phone] = visits.map(({ page }) => page) as [Page, Page];
    await service.system.execute("update driver set duty = 'off' where business_id = $1", [
      relay.business.id,
    ]);
  });
  after(() => browser?.close());

  step("a driver off duty is refused, led to the shifts, and collects on duty", async () => {
    await phone.goto("/luggage-relay");
    await phone.getByText("To collect").first().waitFor();
    await shoot(phone, "relays-390");
    await phone.goto(`/luggage-relay/${relay.relay_id}`);
    await press(phone, "Collect the bags");
    await scan(phone, "T1");
    for (const [side, value] of [
      ["Width", "300"],
      ["Height", "100"],
      ["Depth", "400"],
    ] as const)
      await phone.getByLabel(side).fill(value);
    await shoot(phone, "relay-collect-390");
    await press(phone, "Collect the bags");
    await phone.getByRole("link", { name: "To my shifts" }).waitFor();
    await shoot(phone, "relay-refused-390");
    await service.system.execute("update driver set duty = 'on' where business_id = $1", [relay.business.id]);
    await press(phone, "Collect the bags");
    await phone.getByText("You have the bags: bring them to the hub").waitFor();
    await relay.first.tell(
      { action: "door_opened", compartment: "A01", details: { cause: "operator" } },
      closed("A01", "EMPTY"),
    );
  });

  step("the driver brings them to the hub, and the desk sees who had them", async () => {
    await press(phone, "Receive at the hub");
    await scan(phone, "T1");
    await phone.getByLabel("Where in the hub").fill("R-7");
    await press(phone, "Receive at the hub");
    await phone.getByText("Nobody has said yet where the bags go.").waitFor();
    await shoot(phone, "relay-hub-390");
    await desk.goto("/luggage-relay");
    await desk.getByText("At the hub, no place chosen").first().waitFor();
    await shoot(desk, "relays-1440");
    await desk.getByRole("row").filter({ hasText: "T1" }).click();
    await desk.getByRole("list", { name: "Who had the bags" }).getByText("Received at the hub").waitFor();
  });

  step("staff choose for the renter on a basis, and the bags leave with a compartment for each", async () => {
    await press(desk, "Choose where they go");
    const dialog = await waitForDialog(desk, "Where the bags go");
    await dialog.getByRole("radio", { name: "South hall" }).check();
    await dialog.getByLabel("From").fill("23:00");
    await dialog.getByLabel("Until").fill("23:59");
    await dialog
      .getByLabel("Day")
      .fill(new Date(service.now().getTime() + 86_400_000).toISOString().slice(0, 10));
    await dialog.getByLabel("Why this place and time").fill("The flight leaves from there");
    await dialog.getByText("The bags go to South hall.").waitFor();
    await shoot(desk, "relay-choose-1440");
    await dialog.getByRole("button", { name: "Choose it" }).click();
    await desk.getByText("The flight leaves from there").waitFor();
    await press(desk, "Send to the locker");
    await scan(desk, "T1");
    await shoot(desk, "relay-send-1440");
    await press(desk, "Send to the locker");
    await desk.getByText(/^A01 is reserved for it until/).waitFor();
    await shoot(desk, "relay-out-1440");
  });

  step("the doors open with codes, and the page follows what the locker reports", async () => {
    await press(desk, "Deposit in the locker");
    await scan(desk, "T1");
    await press(desk, "Deposit in the locker");
    await desk.getByText("The doors open", { exact: true }).waitFor();
    await shoot(desk, "relay-doors-1440");
    await relay.second.tell(opened("A01", "deposit"), closed("A01", "FULL"));
    await desk.getByText("In A01").waitFor();
    await shoot(desk, "relay-stored-1440");
  });

  step("what was rented is plotted, and opening hours are edited", async () => {
    for (const [of, width] of [
      [desk, "1440"],
      [desk, "390"],
    ] as const) {
      if (width === "390") await of.setViewportSize(PHONE.viewport);
      await of.goto("/rentals/stats");
      await of.getByRole("img", { name: "Hours in use, by day" }).waitFor();
      await shoot(of, `storage-stats-${width}`);
      await of.goto(`/rentals/${relay.rental_id}`);
      await of.getByText("What happened").waitFor();
      await shoot(of, `rental-${width}`);
      await of.goto(`/lockers/${relay.second.id}`);
      await press(of, "More actions");
      await of.getByRole("menuitem", { name: "Change name, place and hours" }).click();
      const dialog = await waitForDialog(of, /South hall/);
      await dialog.getByRole("switch", { name: "Always open" }).click();
      await dialog.getByLabel("Mon: until", { exact: true }).waitFor();
      await shoot(of, `locker-hours-${width}`);
      if (width === "390") {
        await dialog.getByLabel("Mon: until", { exact: true }).fill("18:00");
        await dialog.getByRole("button", { name: "Save changes" }).click();
        await of.getByText(/Mon 08:00–18:00/).waitFor();
      }
    }
  });

  step("nothing broke in any page", async () => {
    assert.deepEqual(
      visits.flatMap(({ broken }) => broken),
      [],
    );
  });
});
