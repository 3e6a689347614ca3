/** What other families may do about customers: make one, from the template that fits. */
export { insertCustomer } from "./new-customer.ts";
export { templateFor } from "./templates.ts";
