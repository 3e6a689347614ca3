/** The adapters that the configuration names; what is not configured gets the kind's offline default. */
import { getText } from "#platform/outside/get-text.ts";
import { outbox } from "./email/outbox.ts";
import { nominatim } from "./geocoders/nominatim.ts";
import { noGeocoder } from "./geocoders/none.ts";
import type { Providers } from "./providers.ts";

export interface ProviderSettings {
  /** Base address of a Nominatim service, such as `https://nominatim.example`; null for none. */
  geocoder_url: string | null;
  /** Outside calls may go to private addresses: the geocoder runs beside the service. */
  private_addresses: boolean;
  version: string;
  base_url: string;
}

export function makeProviders({
  geocoder_url,
  private_addresses,
  version,
  base_url,
}: ProviderSettings): Providers {
  if (geocoder_url === null) return { email: outbox, geocoder: noGeocoder };
  return {
    email: outbox,
    geocoder: nominatim({
      url: geocoder_url,
      get: (url) =>
        getText(url, {
          headers: { accept: "application/json", "user-agent": `Packhorse/${version} (${base_url})` },
          private_addresses,
        }),
    }),
  };
}
