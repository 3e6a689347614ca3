/** The business of what buyers and processors name: a locker, and the address for a processor's events. */
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import { hashToken } from "#platform/auth/secrets.ts";

interface ShopQueries {
  findBusinessOfLocker(locker_id: number): Promise<number | undefined>;
  findBusinessOfShopEndpoint(endpoint_key: string): Promise<number | undefined>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends ShopQueries {}
}

export const systemQueries = defineSystemQueries<ShopQueries>(({ db }) => {
  const find = async (kind: string, value: string) =>
    (
      await db.row<{ business_id: number }>(
        "select business_id from directory_entry where kind = $1 and value_hash = $2",
        [kind, hashToken(value)],
      )
    )?.business_id;
  return {
    findBusinessOfLocker: (locker_id) => find("locker_device", `device:${locker_id}`),
    findBusinessOfShopEndpoint: (endpoint_key) => find("shop_merchant", endpoint_key),
  };
});
