import { text } from "./text.ts";

type PriceFamily = keyof typeof text.price_families;

/** The order families whose prices can be hidden. */
export const listPriceFamilies = () =>
  (Object.entries(text.price_families) as [PriceFamily, string][]).map(([value, label]) => ({
    value,
    label,
  }));
