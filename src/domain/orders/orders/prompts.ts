import { DATE_ARGUMENT, definePrompts } from "#operation/define/prompts.ts";

export const prompts = definePrompts([
  {
    name: "late_parcels",
    order: 10,
    title: "Explain late parcels",
    description: "Which orders of a day are late or went wrong, why, and what to do about each.",
    arguments: [DATE_ARGUMENT],
    build: ({ date }) => [
      `Explain which orders of ${date ?? "today"} are late or need attention.`,
      `Call list_exceptions with ${date === undefined ? "{}" : JSON.stringify({ date })}. by_reason has the counts; each exception has why, the reason that was given, and the driver.`,
      "Where the reason is missing, call order_snapshot with the order_id of that order.",
      "Answer a table: tracking number, recipient, what happened, the driver, and the next step that you propose. Change nothing.",
    ],
  },
  {
    name: "explain_order",
    order: 30,
    title: "Explain an order",
    description: "What happened to an order, where it is now, and what can be done with it.",
    arguments: [
      {
        name: "order",
        description: "Order id, tracking number, reference or recipient.",
        required: true,
      },
    ],
    build: ({ order = "" }) => [
      `Explain this order: ${JSON.stringify(order)}.`,
      "Unless you know its order_id, call find_order with that text as q; ask which one is meant if several fit.",
      "Call order_snapshot with the order_id.",
      "Tell in five sentences: what was ordered, what happened and when, where it is, what is possible now (the can_… members), and what you would do. Change nothing.",
    ],
  },
]);
