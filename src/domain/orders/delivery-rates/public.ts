/** Rates of deliveries for families that quote them beside others. */
export { deliveryRateRefusals, rateDeliveries } from "./rate.ts";
