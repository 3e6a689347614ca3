import { createPlural } from "../../../../../language/plural.ts";

const plural = createPlural("en");

export const messages = {
  about: (addresses: number, orders: string) =>
    `${plural(addresses, { one: "# address", other: "# addresses" })}, ${orders}`,
  orders: (n: number) => plural(n, { one: "# order", other: "# orders" }),
  orders_of: (n: number) =>
    plural(n, { one: "# order that cannot be planned", other: "# orders that cannot be planned" }),
  list: "Addresses without a position",
  first_day: (day: string) => `from ${day}`,
  none: "Every address has a position",
  none_about: "Orders of today and later can all be planned. An address that nobody finds appears here.",
  more: "There are more addresses than are shown. They follow when these are placed.",
  map: "Where this address is",
  here: "The position of this address",
  candidates: "It may be one of these",
  no_candidates:
    "Neither the address book nor past orders know it. Click the map where it is, or drag the pin.",
  geocoder_away: "The geocoder cannot be reached at the moment.",
  source: { entry: "Address book", history: "Past order", geocoder: "Geocoder" },
  use: (n: string, label: string) => `Use ${n}: ${label}`,
  position: (at: string) => `Position: ${at}`,
  choose: "Choose a suggestion, or click the map.",
  will_place: (n: number) =>
    plural(n, { one: "# order gets this position.", other: "# orders get this position." }),
  will_not: (n: number) => plural(n, { one: "# order stays as it is:", other: "# orders stay as they are:" }),
  none_possible: "No order would get it.",
  remember: "Remember it in the address book",
  remember_about: "The next orders to this address then have it at once.",
  place: (n: number) => plural(n, { one: "Place # order", other: "Place # orders" }),
  skip: "Next address",
  previous: "Previous address",
  placed: (n: number) => plural(n, { one: "# order was placed.", other: "# orders were placed." }),
  placed_not_remembered: (why: string) =>
    `The orders were placed, but the address book did not take it: ${why}`,
  not_placed: "The address was not placed",
  wrong_address: "Is the address itself wrong?",
  open_order: "Open the order",
};
