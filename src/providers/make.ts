/** The adapters that the configuration names; what is not configured gets the kind's offline default. */
import { getText } from "#platform/outside/get-text.ts";
import type { SmtpAccount } from "./email/port.ts";
import { smtp } from "./email/smtp.ts";
import { nominatim } from "./geocoders/nominatim.ts";
import { noGeocoder } from "./geocoders/none.ts";
import { type OidcSettings, oidc } from "./identity/oidc.ts";
import { osrm } from "./matrices/osrm.ts";
import type { Providers } from "./providers.ts";
import { messagesApi } from "./sms/messages-api.ts";
import type { SmsAccount } from "./sms/port.ts";

export interface ProviderSettings {
  /** Base address of a Nominatim service, such as `https://nominatim.example`; null for none. */
  geocoder_url: string | null;
  /** Base address of an OSRM server, such as `http://osrm.internal:5000`; null for none. */
  road_matrix_url: string | null;
  /** Coordinates that the OSRM server takes in one request. */
  road_matrix_size: number;
  /** The installation's own mail server and text message vendor; null for none. */
  smtp: SmtpAccount | null;
  sms: SmsAccount | null;
  identity_providers: readonly OidcSettings[];
  /** Outside calls may go to private addresses: the services run beside this one. */
  private_addresses: boolean;
  version: string;
  base_url: string;
}

/** A block of a road matrix is slower and larger than an address: a million pairs are some 20 MB. */
const MATRIX_TIMEOUT_MS = 15_000;
const MATRIX_BYTES_MAX = 32 * 1024 * 1024;

/** What an installation without any settings has: nothing outside, and messages stay in the outbox. */
export const NO_SETTINGS: ProviderSettings = {
  geocoder_url: null,
  road_matrix_url: null,
  road_matrix_size: 100,
  smtp: null,
  sms: null,
  identity_providers: [],
  private_addresses: false,
  version: "0",
  base_url: "http://localhost:8080",
};

export function makeProviders({
  geocoder_url,
  road_matrix_url,
  road_matrix_size,
  smtp: own_smtp,
  sms: own_sms,
  identity_providers,
  private_addresses,
  version,
  base_url,
}: ProviderSettings): Providers {
  const user_agent = `Packhorse/${version} (${base_url})`;
  const options = { headers: { accept: "application/json", "user-agent": user_agent }, private_addresses };
  const emailOf = (account: SmtpAccount) => smtp({ account, private_addresses });
  const smsOf = (account: SmsAccount) => messagesApi({ account, private_addresses, user_agent });
  return {
    email: { own: own_smtp === null ? null : emailOf(own_smtp), of: emailOf },
    sms: { own: own_sms === null ? null : smsOf(own_sms), of: smsOf },
    geocoder:
      geocoder_url === null
        ? noGeocoder
        : nominatim({ url: geocoder_url, get: (url) => getText(url, options) }),
    identity: new Map(
      identity_providers.map((settings) => [settings.name, oidc(settings, (url) => getText(url, options))]),
    ),
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
