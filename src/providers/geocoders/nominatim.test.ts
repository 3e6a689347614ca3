import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { describe, test } from "node:test";
import { getText } from "#platform/external/get-text.ts";
import { createNominatim } from "./nominatim.ts";

const FOLDER = path.join(import.meta.dirname, "exchanges");

/** A geocoder with one recorded exchange; the request must be the recorded one. */
async function played(name: string) {
  const { request, status, body } = JSON.parse(await readFile(path.join(FOLDER, `${name}.json`), "utf8"));
  return createNominatim({
    url: "https://geo.example/",
    async get(url) {
      assert.equal(url.pathname + url.search, request);
      return { status, body: JSON.stringify(body) };
    },
  });
}

describe("Nominatim", () => {
  test("sends structured parameters and finds a building by its number", async () => {
    const geocoder = await played("search-building");
    const answers = await geocoder.geocode(
      { line1: "Unter den Linden 77", city: "Berlin", postal_code: "10117", country: "DE" },
      3,
    );
    assert.deepEqual(answers, [
      {
        lat: 52.516316,
        lng: 13.380877,
        precision: "rooftop",
        score: 0.95,
        source: "nominatim",
        line1: "Unter den Linden 77",
        city: "Berlin",
        region: "Berlin",
        postal_code: "10117",
        country: "DE",
      },
    ]);
  });

  test("scores a street lower, and a district from free text lowest", async () => {
    const street = await (await played("search-street")).geocode(
      { line1: "Hauptstraße 900", city: "Heidelberg", country: "DE" },
      5,
    );
    assert.partialDeepStrictEqual(street, [{ precision: "street", score: 0.5, line1: "Hauptstraße" }]);
    const quarter = await (await played("search-free-text")).geocode(
      { line1: "渋谷区道玄坂", country: "JP" },
      10,
    );
    assert.partialDeepStrictEqual(quarter, [
      { precision: "locality", score: 0.2, city: "渋谷区", country: "JP" },
    ]);
  });

  test("returns nothing for an empty result, and throws for a refusal or a response that is not JSON", async () => {
    const place = { line1: "Nowhere 1", city: "Atlantis" };
    assert.deepEqual(await (await played("search-nothing")).geocode(place, 3), []);
    await assert.rejects((await played("search-refused")).geocode(place, 3), /answered 400/);
    const html = createNominatim({
      url: "https://geo.example",
      get: async () => ({ status: 200, body: "<html>" }),
    });
    await assert.rejects(html.geocode(place, 3), /did not answer JSON/);
    const empty = createNominatim({
      url: "https://geo.example",
      get: () => assert.fail("There is nothing to ask."),
    });
    assert.deepEqual(await empty.geocode({}, 3), []);
  });
});

describe("external calls", () => {
  test("a private address is refused, by IP and by name, unless allowed by the configuration", async () => {
    const server = createServer((_request, response) => response.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const headers = {};
    try {
      for (const host of ["127.0.0.1", "localhost"]) {
        const url = new URL(`http://${host}:${port}/`);
        await assert.rejects(getText(url, { headers, private_addresses: false }), {
          code: "PRIVATE_ADDRESS",
        });
      }
      const url = new URL(`http://127.0.0.1:${port}/`);
      assert.deepEqual(await getText(url, { headers, private_addresses: true }), {
        status: 200,
        body: "hello",
      });
      await assert.rejects(
        getText(url, { headers, private_addresses: true, bytes_max: 3 }),
        /more than 3 bytes/,
      );
    } finally {
      server.close();
    }
  });

  test("a request to a service that never responds times out", async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    try {
      const url = new URL(`http://127.0.0.1:${port}/`);
      await assert.rejects(getText(url, { headers: {}, private_addresses: true, timeout_ms: 50 }));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
