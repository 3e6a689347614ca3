/** What other families may do with customers: create one, from the template that applies, and give it price lists. */
export { insertCustomer } from "./new-customer.ts";
export { setPriceLists } from "./price-lists.ts";
export { findTemplate } from "./templates.ts";
export { priceListsRequested, templateUsersRequested } from "./topics.ts";
