/** The business that an endpoint for events of a processor belongs to. */
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import { hashToken } from "#platform/auth/secrets.ts";

interface PaymentQueries {
  findBusinessOfPaymentEndpoint(endpoint_key: string): Promise<number | undefined>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends PaymentQueries {}
}

export const systemQueries = defineSystemQueries<PaymentQueries>(({ db }) => ({
  findBusinessOfPaymentEndpoint: async (endpoint_key) =>
    (
      await db.row<{ business_id: number }>(
        "select business_id from directory_entry where kind = 'payment_settings' and value_hash = $1",
        [hashToken(endpoint_key)],
      )
    )?.business_id,
}));
