/** The adapter of each kind of account. */
import { createShippingGateway } from "./gateway/shipping-gateway.ts";
import { createHouseCarrier } from "./house/house-carrier.ts";
import { createMultiCarrierApi } from "./multi/multi-carrier-api.ts";
import type { CarrierVendors } from "./port.ts";

export function createCarriers(shared: { private_addresses: boolean; user_agent: string }): CarrierVendors {
  return {
    of(account) {
      if (account.kind === "house") return createHouseCarrier(account.house);
      if (account.kind === "gateway") return createShippingGateway({ ...account, ...shared });
      return createMultiCarrierApi({ ...account, ...shared });
    },
  };
}
