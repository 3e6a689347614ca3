/** Tells messaging where somebody who tries it out is reached. */
import { ownAddressRequested } from "#domain/communication/messaging/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const findOwnAddress = subscribe(ownAddressRequested, ({ db }, { account_id }) =>
  db.row<{ email: string; phone_e164: string | null }>(
    "select email, phone_e164 from account where id = $1",
    [account_id],
  ),
);
