/**
 * `npm run screenshots`: starts the product on an empty data folder, simulates half of the demo day, and takes
 * the screenshots of docs/images with the installed Chromium. The maps are those of a machine without a
 * network.
 */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openBrowser, signIn, visit } from "#tests/support/browser.ts";
import { takeScreenshot, zoomIn } from "./screenshots/camera.ts";
import { assignToContractor, driveHalf, findDelivered, findToday, planDay } from "./screenshots/day.ts";
import { PASSWORD, type Product, startProduct } from "./screenshots/product.ts";

const DISPATCHER = "dispatch@rounds.example";
const ADMIN = "admin@rounds.example";

const product = await startProduct({ DEMO_DAY: "2" });
let browser: Browser | undefined;
try {
  browser = await openBrowser({ maps: true });
  await takeAll(browser, product);
} finally {
  await browser?.close();
  await product.stop();
}

async function takeAll(open: Browser, { base_url, signedIn }: Product): Promise<void> {
  const person = async (options: BrowserContextOptions, email = DISPATCHER): Promise<Page> => {
    const { page } = await visit(open, base_url, { maps: true, ...options });
    await signIn(page, email, PASSWORD);
    return page;
  };
  const ask = await signedIn(DISPATCHER);
  const date = await findToday(ask);

  await planDay(ask, date);
  const light = await person({ colorScheme: "light" });
  const dark = await person({ colorScheme: "dark" });
  for (const [page, name] of [
    [light, "plan.png"],
    [dark, "plan-dark.png"],
  ] as const) {
    await page.goto("/plan");
    await page.getByRole("button", { name: /^Release \d/ }).waitFor();
    await zoomIn(page);
    await takeScreenshot(page, name);
  }

  await driveHalf(ask, base_url, date);
  await light.goto("/");
  await light.getByRole("heading", { name: "Orders by status" }).waitFor();
  await takeScreenshot(light, "today.png");
  await light.goto(`/orders?from=${date}&to=${date}`);
  await light.getByRole("table", { name: "Orders" }).waitFor();
  await takeScreenshot(light, "orders.png");
  await light.goto("/drivers");
  await light.getByRole("table", { name: "Drivers" }).waitFor();
  await light.locator(".map-pin.driver").first().waitFor();
  await takeScreenshot(light, "drivers.png");

  const admin = await person({ colorScheme: "light" }, ADMIN);
  await admin.goto(`/contractors/${await assignToContractor(await signedIn(ADMIN), date)}`);
  await admin.getByRole("button", { name: "The day after" }).click();
  await takeScreenshot(admin, "contractor.png");
  await admin.goto("/otep");
  await admin
    .getByRole("status", { name: "Validation result" })
    .getByText(/^Conforms/)
    .waitFor();
  await takeScreenshot(admin, "playground.png");

  const { page: phone } = await visit(open, base_url, {
    maps: true,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    colorScheme: "light",
  });
  await phone.goto(`/track/${await findDelivered(ask, date)}`);
  await phone.getByRole("heading", { name: "Delivered" }).waitFor();
  await phone.getByRole("img", { name: /taken at delivery/ }).scrollIntoViewIfNeeded();
  await phone.evaluate("scrollTo(0, 0)");
  await takeScreenshot(phone, "tracking.png");
}
