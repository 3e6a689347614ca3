/** What other families may do with customers: create one, from the template that applies. */
export { insertCustomer } from "./new-customer.ts";
export { findTemplate } from "./templates.ts";
