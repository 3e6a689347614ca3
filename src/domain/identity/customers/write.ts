/** What creating and changing a customer share. */

import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { messages } from "./messages.ts";
import { DELIVERY_LIST } from "./price-lists.ts";
import { priceListsRequested } from "./topics.ts";

interface SentMembers {
  phone?: string | null | undefined;
  price_list_id?: number | null | undefined;
}

/** The phone in E.164 (undefined if not sent), and the faults of members that the schema cannot check. */
export async function checkCustomer(
  { business, publish }: Pick<Context, "business" | "publish">,
  { phone, price_list_id }: SentMembers,
): Promise<{ phone_e164: string | null | undefined; faults: RefusalDetail[] }> {
  const faults: RefusalDetail[] = [];
  const sent_phone = phone === "" ? null : phone;
  const phone_e164 = typeof sent_phone === "string" ? parseE164(sent_phone, business.country) : sent_phone;
  if (typeof sent_phone === "string" && phone_e164 === undefined) {
    faults.push({ field: "phone", message: fields.no_telephone_number });
  }
  if (typeof price_list_id === "number") {
    const [priceList] = (await publish(priceListsRequested, { price_list_ids: [price_list_id] })).flat();
    if (priceList === undefined) faults.push({ field: "price_list_id", message: fields.no_price_list });
    else if (priceList.family !== DELIVERY_LIST)
      faults.push({ field: "price_list_id", message: messages.no_local_price_list });
  }
  return { phone_e164, faults };
}
