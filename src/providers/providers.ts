/**
 * The outside services of an installation, one port a kind. Operations reach them in `prepare` and `perform`
 * only: an outside call never happens inside a transaction. A message to people is handed over inside it, as a
 * row, and sent after the commit (src/domain/messaging).
 */
import type { EmailVendors } from "./email/port.ts";
import type { Geocoder } from "./geocoders/port.ts";
import type { IdentityProviders } from "./identity/port.ts";
import type { RoadMatrix } from "./matrices/port.ts";
import type { SmsVendors } from "./sms/port.ts";

export interface Providers {
  email: EmailVendors;
  sms: SmsVendors;
  geocoder: Geocoder;
  identity: IdentityProviders;
  /** Null: planning reckons with straight lines. */
  matrix: RoadMatrix | null;
}
