/** For tests of what a geocoder answers. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createNominatim } from "#providers/geocoders/nominatim.ts";
import { noGeocoder } from "#providers/geocoders/none.ts";
import type { TestService } from "./service.ts";

const EXCHANGES = path.resolve(import.meta.dirname, "../../src/providers/geocoders/exchanges");

/**
 * The geocoder of the service answers every request with one recorded exchange while `work` runs, or with none. Tests of one
 * file run one after another.
 */
export async function withGeocoder<T>(
  { runtime: { providers } }: TestService,
  exchange: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const recorded =
    exchange === null ? null : JSON.parse(await readFile(path.join(EXCHANGES, `${exchange}.json`), "utf8"));
  providers.geocoder = createNominatim({
    url: "https://geo.example",
    async get() {
      if (recorded === null) throw new Error("connection refused");
      return { status: recorded.status, body: JSON.stringify(recorded.body) };
    },
  });
  try {
    return await work();
  } finally {
    providers.geocoder = noGeocoder;
  }
}
