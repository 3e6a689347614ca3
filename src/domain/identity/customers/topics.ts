/** What customers ask of families above them. */
import { defineTopic } from "#operation/define/topic.ts";
import type { PriceFamily } from "#vocabulary/features.ts";

/** The families of those of these price lists that the business has. Neither ever changes. */
export const priceListsRequested = defineTopic<
  { price_list_ids: readonly number[] },
  { price_list_id: number; family: PriceFamily }[]
>("customer.price_lists_requested");

/** Who starts customers from these templates: the names, ordered, by the id of the template; those of nobody are absent. */
export const templateUsersRequested = defineTopic<
  { template_ids: readonly number[] },
  ReadonlyMap<number, string[]>
>("customer.template_users_requested");
