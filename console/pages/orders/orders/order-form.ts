/** Rules of the form of an order, which the list of orders does not load. */
import type { SaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import type { OrderValues } from "./order-values.ts";

export const RULES = getRules("clientOrderCreate");

export type OrderForm = SaveForm<OrderValues, NonNullable<(typeof RULES)["member"]>>;
