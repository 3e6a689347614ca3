/**
 * Readers open a published map on a phone: legend, search, a feature, what is nearest; as the page for frames; and with many
 * points, of which no field is in the page that is not listed. `SHOTS=<folder>` saves screenshots.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { findViolations, NO_CHROMIUM, openBrowser, visit, waitForDialog } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

const service = await testService({ console: true });
const ROOT = "/api/v1/maps";
const SHOTS = process.env["SHOTS"];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** More take longer to insert. */
const POINTS = Number(process.env["MAP_POINTS"] ?? 20_000);

const business = await service.business();
const admin = async (method: string, address: string, body?: object) => {
  const answer = await business.http("client_admin", method, address, body);
  assert(answer.status < 300, `${address}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

const toFile = (features: unknown[]) => ({
  content_base64: Buffer.from(JSON.stringify({ type: "FeatureCollection", features })).toString("base64"),
  content_type: "application/geo+json",
  name: "shops.geojson",
});

async function publishMap(map: object, layer: object, features?: unknown[]) {
  const { custom_map } = await admin("POST", ROOT, { access: "public", ...map });
  const map_path = `${ROOT}/${custom_map.id}`;
  const { layer_id } = await admin("POST", `${map_path}/layers`, layer);
  if (features !== undefined)
    await admin("POST", `${map_path}/layers/${layer_id}/features`, toFile(features));
  await admin("POST", `${map_path}/publish`, {});
  return {
    id: custom_map.id as number,
    slug: custom_map.slug as string,
    map_path,
    layer_id: layer_id as number,
  };
}

const SHOPS = [
  { name: "Shop North", district: "Asa Norte", at: [-47.88, -15.76] },
  { name: "Shop South", district: "Asa Sul", at: [-47.91, -15.82] },
].map(({ name, district, at }) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: at },
  properties: { name, district, secret: "door code 4711" },
}));
const SHOP_LAYER = {
  source: "geojson",
  title: "Shops",
  fields: ["name", "district"],
  aggregation: "none",
  style: {
    color: "#2563eb",
    size: 8,
    by: {
      field: "district",
      rules: [
        { value: "Asa Norte", color: "#b45309", label: "North wing" },
        { value: "Asa Sul", color: "#0f766e" },
      ],
    },
  },
};

describe("a published map", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  const check = async (page: Page, name: string) => {
    assert.deepEqual(await findViolations(page), [], name);
    const width = await page.evaluate<number>("document.documentElement.scrollWidth - window.innerWidth");
    assert.ok(width <= 0, `${name} is ${width} pixels too wide.`);
    if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
  };

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser({ maps: true });
  });
  after(() => browser?.close());

  test("is made in the console: a file, the fields that readers see, a color by value, publication and another version", async () => {
    const { page } = await visit(browser, base_url, {
      as: await business.person("client_admin", "Ada"),
      maps: true,
    });
    await page.goto("/maps");
    await page.getByText("No maps yet").waitFor();
    await check(page, "maps-none");
    await page.getByRole("button", { name: "New map" }).first().click();
    const form = await waitForDialog(page, "New map");
    await form.getByRole("textbox", { name: "Title" }).fill("Shops of ours");
    await form.getByRole("button", { name: "Create" }).click();
    await page.getByText("No layers yet").waitFor();
    await page.getByRole("button", { name: "Add a layer" }).click();
    await page.getByRole("combobox", { name: "What it shows" }).click();
    await page.getByRole("option", { name: "File (GeoJSON)" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Shops");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("The source has no fields yet").waitFor();
    await page.locator('input[type="file"]').setInputFiles({
      name: "shops.geojson",
      mimeType: "application/geo+json",
      buffer: Buffer.from(JSON.stringify({ type: "FeatureCollection", features: SHOPS })),
    });
    const fields = page.getByRole("group", { name: "Fields that readers see" });
    await fields.getByRole("checkbox", { name: "district" }).check();
    await fields.getByRole("checkbox", { name: "name" }).check();
    await page.getByRole("combobox", { name: "Another colour by the value of" }).click();
    await page.getByRole("option", { name: "district" }).click();
    await page.getByRole("textbox", { name: "Value 1", exact: true }).fill("Asa Norte");
    await check(page, "maps-layer");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("2 features · 2 fields").waitFor();
    const publish = async () => {
      await page.getByRole("button", { name: "Publish", exact: true }).click();
      const dialog = await waitForDialog(page, "Publish Shops of ours");
      await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    };
    await publish();
    await page.getByText("Version 1 is published").first().waitFor();
    const { maps } = (await business.http("client_admin", "GET", ROOT)).body;
    const { slug, id } = maps.find(({ title }: { title: string }) => title === "Shops of ours");
    const { layers } = (await business.http("client_admin", "GET", `${ROOT}/${id}/layers`)).body;
    const read = async () =>
      (await service.http("GET", `${ROOT}/public/${slug}/layers/${layers[0].id}.geojson`)).body.features.map(
        ({ properties }: { properties: object }) => Object.keys(properties).sort().join(),
      );
    assert.deepEqual(await read(), ["district,name", "district,name"]);
    // Readers see a change of the list once it is published, and the versions say what changed.
    await page.getByRole("button", { name: /^Shops/ }).click();
    await fields.getByRole("checkbox", { name: "district" }).uncheck();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Changed since version 1").waitFor();
    assert.deepEqual(await read(), ["district,name", "district,name"]);
    await publish();
    await page.getByText("Version 2 is published").first().waitFor();
    assert.deepEqual(await read(), ["name", "name"]);
    await page.getByText("Versions", { exact: true }).click();
    await page.getByText("Shops no longer shows: district").waitFor();
    await check(page, "maps-versions");
    await page.getByText("Share", { exact: true }).click();
    await page.getByText("Code for your website").waitFor();
    await check(page, "maps-share");
  });

  test("near points are one circle with their number", async () => {
    const shops = Array.from({ length: 30 }, (_, index) => ({
      ...SHOPS[0],
      geometry: { type: "Point", coordinates: [-47.88 + index / 10_000, -15.76] },
    }));
    const far_away = { ...SHOPS[1], geometry: { type: "Point", coordinates: [-43.2, -22.9] } };
    const layer = { ...SHOP_LAYER, aggregation: "cluster" };
    const map = await publishMap({ title: "Many shops" }, layer, [...shops, far_away]);
    const { page } = await visit(browser, base_url, { maps: true });
    const warnings: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("could not be loaded")) warnings.push(message.text());
    });
    await page.goto(`/map/${map.slug}`);
    await page.locator("[data-drawn]").waitFor();
    await check(page, "map-clusters");
    assert.deepEqual(warnings, []);
  });

  test("on a phone: legend, search and a feature", async () => {
    const map = await publishMap({ title: "Our shops", description: "Where to find us." }, SHOP_LAYER, SHOPS);
    const { page } = await visit(browser, base_url, { ...PHONE, maps: true });
    await page.goto(`/map/${map.slug}`);
    await page.locator("[data-drawn]").waitFor();
    await page.getByRole("heading", { name: "Our shops" }).waitFor();
    await page.getByText("North wing").waitFor();
    await check(page, "map-legend");
    await page.getByLabel("Search the map").fill("asa sul");
    await page.getByRole("button", { name: "Shop South" }).click();
    await page.getByRole("heading", { name: "Shop South" }).waitFor();
    await page.getByText("district: Asa Sul").waitFor();
    await check(page, "map-feature");
    assert.equal((await page.content()).includes("4711"), false);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByLabel("Search the map").fill("nothing like it");
    await page.getByText("Nothing on the map fits.").waitFor();
    // The address of one feature.
    const { features } = (
      await service.http("GET", `${ROOT}/public/${map.slug}/layers/${map.layer_id}.geojson`)
    ).body;
    await page.goto(`/map/${map.slug}?layer=${map.layer_id}&focus=${features[0].id}`);
    await page.getByRole("heading", { name: "Shop North" }).waitFor();
    await page.context().close();
  });

  test("a map that is closed or not there says so", async () => {
    const map = await publishMap({ title: "For partners", access: "token" }, SHOP_LAYER, SHOPS);
    const { token } = await admin("POST", `${map.map_path}/tokens`, { days: 1 });
    const { page } = await visit(browser, base_url, { ...PHONE, maps: true, colorScheme: "dark" });
    await page.goto(`/map/${map.slug}`);
    await page.getByRole("heading", { name: "This map is closed" }).waitFor();
    await check(page, "map-closed");
    await page.goto("/map/no-such-map");
    await page.getByRole("heading", { name: "There is no map here" }).waitFor();
    await page.goto(`/map/${map.slug}#token=${token}`);
    await page.getByRole("heading", { name: "For partners" }).waitFor();
    await page.locator("[data-drawn]").waitFor();
    await check(page, "map-token-dark");
    await page.context().close();
  });

  test("many points: tiles, and nothing of a field that is not listed", async () => {
    const { dataset_id } = await admin("POST", "/api/v1/datasets", {
      name: "Many shops",
      columns: [
        { key: "at", type: "geo" },
        { key: "name", type: "text" },
        { key: "secret", type: "text" },
      ],
      position_column: "at",
    });
    const { columns } = (await service.system.row<{ columns: { n: number; key: string }[] }>(
      "select columns from dataset where id = $1",
      [dataset_id],
    )) ?? { columns: [] };
    const n = (key: string) => columns.find((one) => one.key === key)?.n;
    const { groups } = await admin("GET", `/api/v1/datasets/${dataset_id}/groups`);
    await service.system.execute(
      `insert into dataset_record (business_id, dataset_id, group_id, values, search, lat, lng, geocode_state, created_at, updated_at)
       select $1, $2, $3, jsonb_build_object($4::text, 'Shop ' || i, $5::text, 'door code 4711'), '', -15.7 - (i % 400) * 0.002,
         -47.9 + (i / 400) * 0.002, 'given', now(), now() from generate_series(1, $6::int) i`,
      [business.id, dataset_id, groups[0].id, `c${n("name")}`, `c${n("secret")}`, POINTS],
    );
    const map = await publishMap(
      { title: "Many shops" },
      { source: "dataset", dataset_id, title: "Shops", fields: ["name"] },
    );
    const { page } = await visit(browser, base_url, { ...PHONE, maps: true });
    const bodies: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/api/v1/maps/public/"))
        bodies.push(
          response.body().then(
            (bytes) => bytes.toString("latin1"),
            () => "",
          ),
        );
    });
    const began = performance.now();
    await page.goto(`/map/${map.slug}`);
    await page.getByRole("heading", { name: "Many shops" }).waitFor();
    await page.locator("[data-drawn]").waitFor();
    const opened_ms = Math.round(performance.now() - began);
    console.log(`A map with ${POINTS} points was open after ${opened_ms} ms.`);
    await check(page, "map-many");
    await until("a tile of the map", () => bodies.length > 1);
    const texts = await Promise.all(bodies);
    assert.ok(texts.some((text) => text.includes("point_count")));
    assert.equal(
      texts.some((text) => text.includes("4711")),
      false,
    );
    await page.context().close();
  });

  test("the page for frames allows those of the listed origins, and is refused to others", async () => {
    const map = await publishMap(
      { title: "Framed", embed: { allowed_origins: ["https://shop.example"] } },
      SHOP_LAYER,
      SHOPS,
    );
    const url = `${ROOT}/${map.id}/embed`;
    const read = (referer: string) =>
      service.app.inject({ method: "GET", url, headers: { "sec-fetch-dest": "iframe", referer } });
    const framed_page = await read("https://shop.example/find-us");
    assert.equal(framed_page.statusCode, 200);
    assert.match(String(framed_page.headers["content-type"]), /^text\/html/);
    assert.match(
      String(framed_page.headers["content-security-policy"]),
      /; frame-ancestors 'self' https:\/\/shop\.example;/,
    );
    const refusal = await read("https://other.example/");
    assert.deepEqual([refusal.statusCode, refusal.json().error_code], [403, "ORIGIN_NOT_ALLOWED"]);
    const { page } = await visit(browser, base_url, PHONE);
    await page.goto(`${url}?layer=${map.layer_id}`);
    await page.getByRole("heading", { name: "Framed" }).waitFor();
    await check(page, "map-framed");
    await page.context().close();
  });

  test("the address for frames finds a public map by its id, and others by their slug", async () => {
    const map = await publishMap({ title: "By id" }, SHOP_LAYER);
    const read = (name: string | number) =>
      service.app.inject({ method: "GET", url: `${ROOT}/${name}/embed` });
    assert.equal((await read(map.id)).statusCode, 200);
    await admin("PATCH", map.map_path, { access: "unlisted" });
    assert.equal((await read(map.id)).statusCode, 404);
    assert.equal((await read(map.slug)).statusCode, 200);
    await admin("DELETE", `${map.map_path}/publish`);
    assert.equal((await read(map.slug)).statusCode, 404);
  });
});
