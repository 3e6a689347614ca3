/** Screenshots of pages that have settled, stored in docs/images. */
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";

const IMAGES = path.resolve(import.meta.dirname, "../../docs/images");
/** Scroll distance of the mouse wheel, pixels. */
const ZOOM = 1040;

export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const picture = await atRest(page);
  await mkdir(IMAGES, { recursive: true });
  await writeFile(path.join(IMAGES, name), picture);
  console.log(`${name}: ${Math.round(picture.length / 1000)} kB`);
}

/** A few distant stops make the city small: zooms in to where most stops are. */
export async function zoomIn(page: Page): Promise<void> {
  const depot = page.locator(".map-pin.depot");
  await atRest(page);
  await depot.hover();
  await page.mouse.wheel(0, -ZOOM);
  await page.getByRole("heading", { name: "Plan" }).hover();
  await atRest(page);
}

/** Takes screenshots of the page until two are equal. */
async function atRest(page: Page): Promise<Buffer> {
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
  let last: Buffer = Buffer.alloc(0);
  for (let tries = 0; tries < 40; tries += 1) {
    const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
    if (picture.equals(last)) return picture;
    last = picture;
    await wait(700);
  }
  assert.fail(`${page.url()} does not come to rest.`);
}
