import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withGeocoder } from "#tests/support/geocoder.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createEntry } from "./operations/create-entry.ts";
import { listEntries } from "./operations/list-entries.ts";
import { resolveAddress } from "./operations/resolve-address.ts";
import { validateAddress } from "./operations/validate-address.ts";

const service = await testService({ work: true });

describe("finding addresses", () => {
  test("exact matches come first, also before units that are visited more", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const keep = (line1: string, label = "") =>
      admin(createEntry, { place: { line1, city: "Brasília", lat: -15.8, lng: -47.9 }, label });
    const { entry_id } = await keep("Rua das Flores 12");
    for (let unit = 1; unit <= 65; unit += 1) await keep(`Rua das Flores 12, Apto ${unit}`);
    await keep("Rua das Flores 120");
    const { entry_id: shop } = await keep("Setor Comercial 9", "Flores");
    await service.system.execute(
      "update address_entry set visits = 50 where business_id = $1 and id <> all($2)",
      [business.id, [entry_id, shop]],
    );
    const first = async (q: string) => (await admin(resolveAddress, { q, limit: 5 })).suggestions[0];
    for (const q of ["Rua das Flores 12", "r. das flores, 12", "Rua das Flores 12, Brasília"])
      assert.equal((await first(q))?.entry_id, entry_id, q);
    assert.equal((await first("Rua das Flores 12 Apto 7"))?.place.line2, "Apto 7");
    assert.equal((await first("flores"))?.entry_id, shop);
  });

  test("search texts and postal codes find entries first, then past orders, each with its source and coordinates", async () => {
    const business = await service.business();
    await business.as("employee")(createEntry, {
      place: {
        line1: "Avenida das Nações 7",
        city: "Brasília",
        postal_code: "70.200-001",
        lat: -15.8,
        lng: -47.9,
      },
      label: "Embassy",
    });
    await business.order({
      dropoff: {
        name: "Clara Dias",
        phone: "+55 61 99999-0000",
        line1: "Avenida das Nações 9",
        city: "Brasília",
        postal_code: "70200-002",
        country: "BR",
        lat: -15.81,
        lng: -47.91,
      },
    });
    const { suggestions, geocoder } = await business.as("employee")(resolveAddress, { q: "nacoes" });
    assert.deepEqual(
      suggestions.map(({ source, place }) => [source, place.line1, place.lat]),
      [
        ["entry", "Avenida das Nações 7", -15.8],
        ["history", "Avenida das Nações 9", -15.81],
      ],
    );
    assert.equal(geocoder, "asked");
    const accented = await business.as("employee")(resolveAddress, { q: "Nações" });
    assert.deepEqual(
      accented.suggestions.map(({ source }) => source),
      ["entry", "history"],
    );
    assert(!JSON.stringify(accented).includes("Clara"), "History tells where, not who.");
    const postcode = await business.as("employee")(resolveAddress, { postcode: "70200001" });
    assert.deepEqual(
      postcode.suggestions.map(({ place }) => place.postal_code),
      ["70.200-001"],
    );
    assert.equal((await catchRefusal(business.as("employee")(resolveAddress, {}))).status, 422);
    assert.equal(
      (await business.http("employee", "GET", "/api/v1/addressbook/resolve?q=embassy")).body.suggestions[0]
        .label,
      "Embassy",
    );
  });

  test("the geocoder is used when little is known; when it is unavailable the rest is still returned", async () => {
    const business = await service.business();
    const ask = () => business.as("employee")(resolveAddress, { q: "渋谷区道玄坂", country: "JP" });
    const { suggestions, geocoder } = await withGeocoder(service, "search-free-text", ask);
    assert.equal(geocoder, "asked");
    assert.partialDeepStrictEqual(suggestions, [
      { source: "geocoder", entry_id: null, precision: "locality", place: { city: "渋谷区", lat: 35.658 } },
    ]);
    await business.as("employee")(createEntry, {
      place: { line1: "渋谷区道玄坂1-2-3 101号室", country: "JP", city: "東京", lat: 35.66, lng: 139.69 },
    });
    const down = await withGeocoder(service, null, ask);
    assert.equal(down.geocoder, "unavailable");
    assert.deepEqual(
      down.suggestions.map(({ source, place }) => [source, place.line2]),
      [["entry", "101号室"]],
    );
  });

  test("a customer sees only its own orders, a driver none", async () => {
    const business = await service.business();
    const [ana, bob] = [await business.customer(), await business.customer()];
    await business.order({
      customer_id: ana.id,
      dropoff: { line1: "Quadra Secreta 5", city: "Brasília", country: "BR", lat: -15.7, lng: -47.8 },
    });
    const countSuggestions = async (caller: typeof ana.person.call) =>
      (await caller(resolveAddress, { q: "secreta" })).suggestions.length;
    assert.equal(await countSuggestions(ana.person.call), 1);
    assert.equal(await countSuggestions(bob.person.call), 0);
    assert.equal(await countSuggestions((await business.driver()).person.call), 0);
    assert.equal(await countSuggestions((await business.contractor()).person.call), 0);
    assert.equal(await countSuggestions(business.as("employee")), 1);
  });

  test("validation returns the normalised address, a score and reasons for doubt, and changes nothing", async () => {
    const business = await service.business();
    const check = (place: Parameters<ReturnType<typeof business.as>>[1] extends never ? never : object) =>
      business.as("employee")(validateAddress, { place } as never) as Promise<{
        score: number;
        resolvable: boolean;
        place: Record<string, unknown>;
        doubts: { code: string }[];
      }>;
    const { place, doubts } = await check({
      line1: " Rua  A 1, Apto 3 ",
      city: "Goiânia",
      postal_code: "74000-000",
    });
    assert.partialDeepStrictEqual(place, { line1: "Rua A 1", line2: "Apto 3", country: "BR" });
    assert.deepEqual(
      doubts.map((doubt) => doubt.code),
      ["not_located"],
    );
    assert.equal((await check({ line1: "1" })).resolvable, false);

    await business.as("employee")(createEntry, {
      place: { line1: "Rua B 2", city: "Goiânia", lat: -16, lng: -49 },
    });
    await business.as("employee")(createEntry, {
      place: { line1: "Rua B 2", city: "Brasília", lat: -15, lng: -47 },
    });
    const torn = await check({ line1: "Rua B 2" });
    assert(torn.doubts.some((doubt) => doubt.code === "several_cities"));
    const known_address = await check({ line1: "rua b, 2", city: "goiania" });
    assert.partialDeepStrictEqual(known_address, { resolvable: true, place: { lat: -16, lng: -49 } });

    const wrong = await withGeocoder(service, "search-building", () =>
      check({ line1: "Unter den Linden 77", city: "Hamburg", postal_code: "20095", country: "DE" }),
    );
    assert.deepEqual(
      wrong.doubts.map((doubt) => doubt.code),
      ["not_located", "city_differs", "postal_code_differs"],
    );
    assert.equal((await business.as("employee")(listEntries, {})).total, 2);
  });
});
