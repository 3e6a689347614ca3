/** What jobs follow of the business. */
import type { Context } from "#operation/define/context.ts";

export interface Terms {
  is_enabled: boolean;
  currency: string;
  road_factor: number;
  time_zone: string;
}

export function getTerms({ business, settings }: Pick<Context, "business" | "settings">): Terms {
  const { features, currency, time_zone } = business;
  return {
    is_enabled: features.has("instant_deliver"),
    currency,
    road_factor: business.settings.road_factor ?? settings.road_factor,
    time_zone,
  };
}
