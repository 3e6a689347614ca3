/** The adapters that the configuration names; what is not configured gets the kind's offline default. */
import { getText } from "#platform/outside/get-text.ts";
import { outbox } from "./email/outbox.ts";
import { nominatim } from "./geocoders/nominatim.ts";
import { noGeocoder } from "./geocoders/none.ts";
import { osrm } from "./matrices/osrm.ts";
import type { Providers } from "./providers.ts";

export interface ProviderSettings {
  /** Base address of a Nominatim service, such as `https://nominatim.example`; null for none. */
  geocoder_url: string | null;
  /** Base address of an OSRM server, such as `http://osrm.internal:5000`; null for none. */
  road_matrix_url: string | null;
  /** Coordinates that the OSRM server takes in one request. */
  road_matrix_size: number;
  /** Outside calls may go to private addresses: the services run beside this one. */
  private_addresses: boolean;
  version: string;
  base_url: string;
}

/** A block of a road matrix is slower and larger than an address: a million pairs are some 20 MB. */
const MATRIX_TIMEOUT_MS = 15_000;
const MATRIX_BYTES_MAX = 32 * 1024 * 1024;

export function makeProviders({
  geocoder_url,
  road_matrix_url,
  road_matrix_size,
  private_addresses,
  version,
  base_url,
}: ProviderSettings): Providers {
  const options = {
    headers: { accept: "application/json", "user-agent": `Packhorse/${version} (${base_url})` },
    private_addresses,
  };
  return {
    email: outbox,
    geocoder:
      geocoder_url === null
        ? noGeocoder
        : nominatim({ url: geocoder_url, get: (url) => getText(url, options) }),
    matrix:
      road_matrix_url === null
        ? null
        : osrm({
            url: road_matrix_url,
            coordinates_max: road_matrix_size,
            get: (url) =>
              getText(url, { ...options, timeout_ms: MATRIX_TIMEOUT_MS, bytes_max: MATRIX_BYTES_MAX }),
          }),
  };
}
