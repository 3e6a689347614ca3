/** Labels of shortcuts, capabilities and sign-in methods. */
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBox,
  IconBuildingWarehouse,
  IconCreditCard,
  IconLuggage,
  IconSend,
  IconWallet,
} from "@tabler/icons-react";
import type { QuickAction } from "./queries.ts";

export const SHORTCUT = {
  send: { label: "Send", icon: IconSend },
  return: { label: "Return", icon: IconArrowBackUp },
  store: { label: "Store", icon: IconBuildingWarehouse },
  lockers: { label: "Lockers", icon: IconBox },
  luggage: { label: "Luggage", icon: IconLuggage },
  handover: { label: "Hand over", icon: IconArrowsExchange },
  pay: { label: "Pay", icon: IconCreditCard },
  wallet: { label: "Wallet", icon: IconWallet },
} as const satisfies Record<QuickAction["id"], unknown>;

export const CAPABILITY: Record<string, string> = {
  "orders.send": "Send parcels",
  "orders.return": "Return parcels",
  "orders.track": "Track orders",
  "orders.chat": "Chat about an order",
  "shipping.order": "Order shipping",
  "shipping.track": "Follow shipping orders",
  "storage.store": "Store goods",
  "locker.pickup": "Collect from lockers",
  "locker.dropoff": "Drop off at lockers",
  "luggage.store": "Store luggage",
  "handover.exchange": "Hand items over",
  "payment.pay": "Pay",
  "wallet.balance": "See the wallet",
  "wallet.topup": "Top up the wallet",
  "instant.deliver": "Instant deliveries",
  "warehouse.receive": "Receive at the warehouse",
};

/** Options of a select. */
export const CAPABILITIES = Object.entries(CAPABILITY).map(([value, label]) => ({ value, label }));

export const METHOD: Record<string, { label: string; about: string }> = {
  email: { label: "E-mail and password", about: "The account that people have with you." },
  idp: { label: "Identity provider", about: "Set up by the platform, with an audience of its own." },
  registration: { label: "Registration", about: "People make themselves an account." },
};
