/** Texts of the refusals: developers read them. */
import type { UrlFault } from "#providers/webhooks/port.ts";

export const messages = {
  unknown_delivery: "There is no such delivery.",
  unknown_endpoint: "There is no such endpoint.",
  endpoint_removed: "Its URL is not in the settings any more; add it again first.",
  endpoint_disabled: "Its endpoint is disabled. Repair the receiver and enable the endpoint first.",
  not_disabled: "The endpoint is not disabled.",
  test_not_repeated: "A test is not repeated; send another one.",
  still_waiting: "The delivery has not ended yet; it is tried again by itself.",
  secret_or_token: "Send `secret`, or a token with webhooks:read to check with the secrets of your business.",
  not_a_secret: "must be `whsec_` and Base64 of at least 16 bytes",
  not_a_cursor: "`after` is not a cursor of this feed.",
};

export const URL_FAULTS: Record<UrlFault, string> = {
  not_a_url: "is no URL",
  scheme: "must begin with https://",
  credentials: "must not contain a user or password",
  fragment: "must not contain #",
  private_address:
    "leads to a private address; the installation allows those only where PRIVATE_ADDRESSES is set",
};
