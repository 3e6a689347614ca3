/** Texts of the first steps of a new business. */
export const messages = {
  about: "From a new business to its first route on the road.",
  all_done: "All are done.",
  some_done: (n: string, of: string) => `${n} of ${of} done`,
  title: (n: string, of: string) => `First steps (${n} of ${of})`,
  done: "Done",
  not_done: "Open",
  open: "Open",
  start: "Start",
  act: (action: string, step: string) => `${action}: ${step}`,
  dismiss: "Dismiss",
  dismiss_about: "They stay at Settings, First steps.",
  steps: {
    warehouse: {
      label: "Add your warehouse",
      about: "Where the goods are and routes start, with its address.",
    },
    drivers: {
      label: "Add drivers",
      about: "Each with a vehicle and what it carries; they sign in to the driver app.",
    },
    orders: { label: "Enter the first orders", about: "One by one, or a file of many." },
    plan: {
      label: "Plan a day",
      about: "Orders become routes. Nothing changes until you commit the plan.",
    },
    release: { label: "Release a route", about: "The driver sees it in the app and can start." },
  },
};
