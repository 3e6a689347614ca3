/** Creates the configured adapters; a kind without configuration gets its offline default. */
import { names } from "#platform/external/addresses.ts";
import { getText, postText } from "#platform/external/get-text.ts";
import { createNames } from "#platform/external/names.ts";
import { createCarriers } from "./carriers/create-carriers.ts";
import type { SmtpAccount } from "./email/port.ts";
import { createSmtpSender } from "./email/smtp.ts";
import { createNominatim } from "./geocoders/nominatim.ts";
import { noGeocoder } from "./geocoders/none.ts";
import { createOidcProvider, type OidcSettings } from "./identity/oidc.ts";
import { createOsrm } from "./matrices/osrm.ts";
import type { RoadMatrix, RoadSource } from "./matrices/port.ts";
import { createValhalla } from "./matrices/valhalla.ts";
import { createClientDocuments } from "./oauth-clients/client-documents.ts";
import { createCheckoutSessions } from "./payments/checkout-sessions.ts";
import type { Providers } from "./providers.ts";
import { createPushSenders } from "./push/web-push.ts";
import { createMessagesApi } from "./sms/messages-api.ts";
import type { SmsAccount } from "./sms/port.ts";
import { createWebhookSender } from "./webhooks/http-post.ts";

export interface ProviderSettings {
  /** Base URL of a Nominatim service, such as `https://nominatim.example`; null for none. */
  geocoder_url: string | null;
  /** Base URL of a road matrix server, such as `http://osrm.internal:5000`; null for none. */
  road_matrix_url: string | null;
  road_matrix_source: RoadSource;
  /** Largest number of coordinates per request to the road matrix server. */
  road_matrix_size: number;
  /** The installation's own mail server and text message vendor; null for none. */
  smtp: SmtpAccount | null;
  sms: SmsAccount | null;
  identity_providers: readonly OidcSettings[];
  /** External calls may use private addresses: the services run in the same network. */
  private_addresses: boolean;
  /** Asked for the addresses of external services; null: those of the operating system. */
  name_servers: string[] | null;
  version: string;
  base_url: string;
}

/** A block of a road matrix is slower and larger than a geocoding result: a million pairs are about 20 MB. */
const MATRIX_TIMEOUT_MS = 15_000;
const MATRIX_BYTES_MAX = 32 * 1024 * 1024;

/** The settings of an installation without configuration: no external services, and messages stay in the outbox. */
export const DEFAULT_PROVIDER_SETTINGS: ProviderSettings = {
  geocoder_url: null,
  road_matrix_url: null,
  road_matrix_source: "osrm",
  road_matrix_size: 100,
  smtp: null,
  sms: null,
  identity_providers: [],
  private_addresses: false,
  name_servers: null,
  version: "0",
  base_url: "http://localhost:8080",
};

export function createProviders({
  geocoder_url,
  road_matrix_url,
  road_matrix_source,
  road_matrix_size,
  smtp: own_smtp,
  sms: own_sms,
  identity_providers,
  private_addresses,
  name_servers,
  version,
  base_url,
}: ProviderSettings): Providers {
  if (name_servers !== null) names.find = createNames({ servers: name_servers });
  const user_agent = `Packhorse/${version} (${base_url})`;
  const options = { headers: { accept: "application/json", "user-agent": user_agent }, private_addresses };
  const buildEmail = (account: SmtpAccount) => createSmtpSender({ account, private_addresses });
  const buildSms = (account: SmsAccount) => createMessagesApi({ account, private_addresses, user_agent });
  return {
    email: { installation_port: own_smtp === null ? null : buildEmail(own_smtp), of: buildEmail },
    sms: { installation_port: own_sms === null ? null : buildSms(own_sms), of: buildSms },
    push: createPushSenders({ subject: base_url, private_addresses, user_agent }),
    geocoder:
      geocoder_url === null
        ? noGeocoder
        : createNominatim({ url: geocoder_url, get: (url) => getText(url, options) }),
    identity: new Map(
      identity_providers.map((settings) => [
        settings.name,
        createOidcProvider(settings, (url) => getText(url, options)),
      ]),
    ),
    carriers: createCarriers({ private_addresses, user_agent }),
    webhooks: createWebhookSender({ private_addresses, user_agent }),
    oauth_clients: createClientDocuments({ private_addresses, user_agent }),
    payments: { of: (account) => createCheckoutSessions({ account, private_addresses, user_agent }) },
    matrix: road_matrix_url === null ? null : createMatrix(road_matrix_url),
  };

  function createMatrix(url: string): RoadMatrix {
    const limits = { ...options, timeout_ms: MATRIX_TIMEOUT_MS, bytes_max: MATRIX_BYTES_MAX };
    const headers = { ...options.headers, "content-type": "application/json" };
    const shared = { url, coordinates_max: road_matrix_size };
    return road_matrix_source === "valhalla"
      ? createValhalla({ ...shared, post: (to, body) => postText(to, { ...limits, headers, body }) })
      : createOsrm({ ...shared, get: (from) => getText(from, limits) });
  }
}
