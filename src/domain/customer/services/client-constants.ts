import { defineClientConstants } from "#operation/define/client-constants.ts";
import { FAMILIES_OF_KIND } from "./shapes.ts";

export const constants = defineClientConstants({ FAMILIES_OF_SERVICE_KIND: FAMILIES_OF_KIND });
