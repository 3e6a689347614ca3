/**
 * The external services of an installation, one port per kind. Operations use them in `prepare` and `perform` only:
 * an external call never happens inside a transaction. An e-mail or text message is stored as a row inside the
 * transaction and sent after the commit (src/domain/communication/messaging).
 */
import type { CarrierVendors } from "./carriers/port.ts";
import type { EmailVendors } from "./email/port.ts";
import type { Geocoder } from "./geocoders/port.ts";
import type { IdentityProviders } from "./identity/port.ts";
import type { RoadMatrix } from "./matrices/port.ts";
import type { OauthClientDocuments } from "./oauth-clients/port.ts";
import type { PaymentProcessors } from "./payments/port.ts";
import type { PushSenders } from "./push/port.ts";
import type { SmsVendors } from "./sms/port.ts";
import type { WebhookSender } from "./webhooks/port.ts";

export interface Providers {
  email: EmailVendors;
  sms: SmsVendors;
  push: PushSenders;
  geocoder: Geocoder;
  identity: IdentityProviders;
  payments: PaymentProcessors;
  carriers: CarrierVendors;
  webhooks: WebhookSender;
  oauth_clients: OauthClientDocuments;
  /** Null: planning uses straight-line distances. */
  matrix: RoadMatrix | null;
}
