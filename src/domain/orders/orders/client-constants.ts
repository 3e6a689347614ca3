import { defineClientConstants } from "#operation/define/client-constants.ts";
import { FAILED_STATUSES } from "./lifecycle/status.ts";

export const constants = defineClientConstants({ FAILED_ORDER_STATUSES: FAILED_STATUSES });
