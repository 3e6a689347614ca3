import { defineFeatures } from "#operation/define/features.ts";

export const features = defineFeatures({ module_tables: { contractor_assignment: ["assignment"] } });
