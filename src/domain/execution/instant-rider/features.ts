import { defineFeatures } from "#operation/define/features.ts";

/** A driver's app is in its driver's language. */
export const features = defineFeatures({ localised_paths: ["/api/v1/instant-rider/"] });
