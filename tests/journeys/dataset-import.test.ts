/** A table into a dataset: cells that may mean something else are shown to the person before anything is saved. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createDataset } from "#domain/insight/datasets/operations/create-dataset.ts";
import { listDatasetRecords } from "#domain/insight/datasets/operations/list-dataset-records.ts";
import { findViolations, NO_CHROMIUM, openBrowser, visit } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService({ console: true });
const business = await service.business();

describe("import into a dataset", { skip: NO_CHROMIUM }, () => {
  const admin = business.as("client_admin");
  let browser: Browser;
  let page: Page;
  let dataset_id: number;
  const list = async () =>
    (await admin(listDatasetRecords, { dataset_id })).records.map(({ values }) => values["code"]);
  const choose = async (rows: string) => {
    await page.goto(`/datasets/${dataset_id}/import`);
    await page.locator("input[type=file]").setInputFiles({
      name: "points.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`code,since\n${rows}`),
    });
  };

  before(async () => {
    ({ dataset_id } = await admin(createDataset, {
      name: "Service points",
      columns: [
        { key: "code", type: "text", unique: true },
        { key: "since", type: "date" },
      ],
    }));
    const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    ({ page } = await visit(browser, base_url, { as: await business.person("client_admin") }));
  });
  after(() => browser?.close());

  test("a file in doubt is saved after its doubts were seen", async () => {
    await choose("5.56199E+12,2026-11-24\n");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("These cells may mean something else.").waitFor();
    assert.deepEqual(await list(), []);
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Import as read" }).click();
    await page.getByText("Imported: 1 new, 0 found.").waitFor();
    assert.deepEqual(await list(), ["5.56199E+12"]);
  });

  test("a file without doubts is saved at once", async () => {
    await choose("A-1,2026-11-24\n");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Imported: 1 new, 0 found.").waitFor();
    assert.deepEqual((await list()).toSorted(), ["5.56199E+12", "A-1"]);
  });
});
