/** What making and changing a customer share. */

import { e164Of } from "#domain/user/public.ts";
import type { Context } from "#operation/context.ts";
import type { RefusalDetail } from "#operation/refusal.ts";

interface Said {
  phone?: string | null | undefined;
  price_list_id?: number | null | undefined;
}

/** The phone in E.164 (undefined: not said), and what is wrong with the members that a schema cannot judge. */
export async function judge(
  { db, business_id, actor }: Pick<Context, "db" | "business_id" | "actor">,
  { phone, price_list_id }: Said,
): Promise<{ phone_e164: string | null | undefined; faults: RefusalDetail[] }> {
  const faults: RefusalDetail[] = [];
  const said = phone === "" ? null : phone;
  const phone_e164 = typeof said === "string" ? e164Of(said, actor.business?.country ?? "") : said;
  if (typeof said === "string" && phone_e164 === undefined) {
    faults.push({ field: "phone", message: "is not a telephone number" });
  }
  if (typeof price_list_id === "number") {
    const known = await db.row("select id from price_list where business_id = $1 and id = $2", [
      business_id,
      price_list_id,
    ]);
    if (known === undefined)
      faults.push({ field: "price_list_id", message: "is not a price list of this business" });
  }
  return { phone_e164, faults };
}
