/** Card payments for families that take money of people without a wallet, at the processor of the business. */
export { findProcessor } from "./processor.ts";
export { loadPaymentSettings } from "./records/payment-settings.ts";
export { paymentReported } from "./topics.ts";
