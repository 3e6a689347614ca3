/** For tests of prices: a list that charges the same for everything, and where it is tried. */
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import type { Rule } from "#domain/money/price-lists/shapes.ts";
import type { TestBusiness } from "./service.ts";

export const dropoff = {
  name: "Clara Dias",
  line1: "Quadra 7",
  city: "Brasília",
  postal_code: "70000-000",
  country: "BR",
  lat: -15.7,
  lng: -47.9,
};

export const flat = { name: "Flat", base_minor: 1000, service_factors: { express: 2 } };

/** The business's default list. */
export const createDefaultList = (business: TestBusiness, rules: Rule[] = [flat]) =>
  business.as("client_admin")(createPriceList, { name: "Standard", rules, is_default: true });
