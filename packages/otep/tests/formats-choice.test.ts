import assert from "node:assert/strict";
import { test } from "node:test";
import { otep } from "../src/projections/otep.ts";
import { chooseProjection, findProjection, formats, formatUri, projections } from "../src/projections.ts";

function chooseFormat(format: string | undefined, accept?: string): string {
  const choice = chooseProjection(format, accept);
  return "refusal" in choice ? choice.refusal : choice.projection.format;
}

test("knows every format by its name and no other", () => {
  assert.equal(
    formats.join(" "),
    "otep epcis onerecord uncefact otlp aggregator storefront_a shipping_marketplace marketplace_a storefront_b storefront_c storefront_d marketplace_b sensorthings",
  );
  for (const projection of projections) assert.equal(findProjection(projection.format), projection);
  assert.equal(new Set(formats).size, formats.length);
  for (const name of ["OTEP", "", "constructor", "__proto__"]) assert.equal(findProjection(name), undefined);
  assert.equal(formatUri("storefront_a"), "otep:format:storefront_a");
});

const buildAccept = (format: string, type = "application/json") => `${type};profile="otep:format:${format}"`;
const cases: [string, string | undefined, string | undefined, string][] = [
  ["nothing asked", undefined, undefined, "otep"],
  ["an empty parameter", "", undefined, "otep"],
  ["a parameter", "aggregator", undefined, "aggregator"],
  ["a parameter over a profile", "aggregator", buildAccept("storefront_a"), "aggregator"],
  ["an unknown parameter", "morse", "*/*", "unsupported_format"],
  ["a profile", undefined, buildAccept("storefront_a"), "storefront_a"],
  ["a profile without quotes", undefined, "application/json; profile=otep:format:otep", "otep"],
  [
    "one of several profiles",
    undefined,
    'application/json;profile="x:y otep:format:storefront_b"',
    "storefront_b",
  ],
  ["a browser", undefined, "text/html,application/xhtml+xml,*/*;q=0.8", "otep"],
  ["plain JSON", undefined, "application/json", "otep"],
  ["any type with a profile", undefined, buildAccept("marketplace_b", "*/*"), "marketplace_b"],
  [
    "a profile before plain JSON",
    undefined,
    `application/json, ${buildAccept("storefront_d")}`,
    "storefront_d",
  ],
  ["plain JSON by quality", undefined, `application/json, ${buildAccept("storefront_d")};q=0.5`, "otep"],
  [
    "the better of two profiles",
    undefined,
    `${buildAccept("storefront_d")};q=0.4, ${buildAccept("storefront_c")}`,
    "storefront_c",
  ],
  ["a profile that is ruled out", undefined, `${buildAccept("storefront_d")};q=0`, "not_acceptable"],
  ["an unknown profile", undefined, buildAccept("morse"), "not_acceptable"],
  ["JSON-LD with a profile", undefined, buildAccept("epcis", "application/ld+json"), "epcis"],
  [
    "JSON-LD of a format that is none",
    undefined,
    buildAccept("otlp", "application/ld+json"),
    "not_acceptable",
  ],
  ["JSON-LD alone", undefined, "application/ld+json", "not_acceptable"],
  ["another type", undefined, "text/csv", "not_acceptable"],
  ["a comma inside quotes", undefined, 'text/csv;title="a,b;c", application/json', "otep"],
];

test("skips formats that are not served", () => {
  const of_native = (format: string | undefined, accept?: string) => {
    const choice = chooseProjection(format, accept, [otep]);
    return "refusal" in choice ? choice.refusal : choice.projection.format;
  };
  assert.equal(of_native("epcis"), "unsupported_format");
  assert.equal(of_native(undefined, buildAccept("storefront_d")), "not_acceptable");
  assert.equal(of_native(undefined, `${buildAccept("storefront_d")}, application/json;q=0.5`), "otep");
});

for (const [what, format, accept, expected] of cases) {
  test(`answers ${what} with ${expected}`, () => assert.equal(chooseFormat(format, accept), expected));
}
