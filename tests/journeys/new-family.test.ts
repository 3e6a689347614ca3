/**
 * The pages of a family that nobody has heard of (`tests/fixtures/new-family`): a list and a form, with the shell of the
 * console and a client of their own operations. Somebody opens the list, fills in the form and sees the row.
 */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { loadRegistry } from "#operation/define/registry.ts";
import { findViolations, NO_CHROMIUM, openBrowser, openByRail, visit } from "#tests/support/browser.ts";
import {
  buildConsoleCopy,
  checkTypesOfPages,
  copyConsole,
  findManifestsOfCopy,
} from "#tests/support/console-copy.ts";
import { createFixture, FOLDERS, NEW_FAMILY, surfaceService } from "#tests/surface/fixture.ts";
import { findManifests } from "../../console/find-manifests.ts";
import { selectAreas } from "../../console/shell/areas.ts";
import { findRecord } from "../../console/shell/navigation.ts";

const copy = await copyConsole(await loadRegistry(FOLDERS), path.join(NEW_FAMILY, "console/pages"));
after(() => rm(copy, { recursive: true, force: true }));
const service = await surfaceService({ console: true, console_folder: await buildConsoleCopy(copy) });

test("its pages compile against the client of its own operations", async () => {
  assert.deepEqual(await checkTypesOfPages(copy), []);
});

test("they are in the navigation of the console, for those who may read them", async () => {
  const mine = await createFixture(service, await service.business(), "Zephyrine");
  const manifests = [...(await findManifests()), ...(await findManifestsOfCopy(copy))];
  const labelsFor = async (role: "employee" | "customer" | "driver") => {
    const { body } = await mine.people[role].http("GET", "/api/v1/user/me");
    const areas = selectAreas(
      manifests.map(({ manifest }) => manifest),
      body,
    );
    return areas.flatMap(({ pages }) => pages).map(({ label }) => label);
  };
  const labels = await labelsFor("employee");
  const position = labels.indexOf("Fuel cards");
  assert.deepEqual(labels.slice(position - 1, position + 1), ["Fleets", "Fuel cards"]);
  assert.equal((await labelsFor("customer")).includes("Fuel cards"), false);
  assert.equal((await labelsFor("driver")).includes("Fuel cards"), false);
});

test("a record is linked to by its kind, for those who may read it", async () => {
  const mine = await createFixture(service, await service.business(), "Numbat");
  const manifests = (await findManifestsOfCopy(copy)).map(({ manifest }) => manifest);
  const linkFor = async (role: "employee" | "driver") =>
    findRecord(manifests, (await mine.people[role].http("GET", "/api/v1/user/me")).body, "fuel_card", 7);
  assert.deepEqual(await linkFor("employee"), {
    to: "/fuel-cards/$fuel_card_id",
    params: { fuel_card_id: "7" },
  });
  assert.equal(await linkFor("driver"), undefined);
});

describe("the pages of the new family", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
  });
  after(() => browser?.close());

  test("list what the form created, and show the service's refusal at its field", async () => {
    const business = await service.business();
    const fixture = await createFixture(service, business, "Quokka");
    await fixture.id("vehicle");
    const { page, broken } = await visit(browser, base_url, { as: await business.person("client_admin") });
    await page.goto("/fuel-cards");
    await openByRail(page, "Fleet");
    await page.getByText("No fuel cards yet").waitFor();
    const create = async (number: string) => {
      await page.getByRole("link", { name: "New fuel card" }).click();
      await page.getByRole("heading", { name: "New fuel card" }).waitFor();
      await page.getByRole("combobox", { name: "Vehicle" }).click();
      await page.getByRole("option").first().click();
      await page.getByLabel("Number").fill(number);
      await page.getByRole("button", { name: "Save" }).click();
    };
    await create("7013-4711");
    await page.getByText("Fuel card 7013-4711 was created").waitFor();
    const row = page.getByRole("row", { name: "7013-4711" });
    await row.getByText("Active").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await create("7013-4711");
    await page.getByText("Another fuel card has this number.").waitFor();
    assert.deepEqual(broken, []);
  });

  test("are in the language of their reader", async () => {
    const business = await service.business();
    const person = await business.person("client_admin");
    await person.http("PATCH", "/api/v1/user/me", { locale: "pt-BR" });
    const { page } = await visit(browser, base_url, { as: person });
    await page.goto("/fuel-cards");
    await page.getByText("Ainda não há cartões de combustível").waitFor();
    await page.getByRole("link", { name: "Novo cartão de combustível" }).waitFor();
  });
});
