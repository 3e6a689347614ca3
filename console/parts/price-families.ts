import type { PriceList } from "../../packages/client/client.gen.ts";
import { text } from "./text.ts";

export type PriceFamily = PriceList["family"];

/** The order families whose prices can be hidden. */
export const listPriceFamilies = () =>
  (Object.entries(text.price_families) as [PriceFamily, string][]).map(([value, label]) => ({
    value,
    label,
  }));

export const getPriceFamilyName = (family: PriceFamily): string => text.price_families[family];
