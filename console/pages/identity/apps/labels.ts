/** Icons of shortcuts, and the options of selects. */
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBox,
  IconBuildingWarehouse,
  IconCreditCard,
  IconLuggage,
  IconSend,
  IconWallet,
} from "#icons";
import type { QuickAction } from "./queries.ts";
import { text } from "./text.ts";

export const QUICK_ACTION_ICON = {
  send: IconSend,
  return: IconArrowBackUp,
  store: IconBuildingWarehouse,
  lockers: IconBox,
  luggage: IconLuggage,
  handover: IconArrowsExchange,
  pay: IconCreditCard,
  wallet: IconWallet,
} as const satisfies Record<QuickAction["id"], unknown>;

export const listCapabilities = () =>
  Object.entries(text.capabilities).map(([value, label]) => ({ value, label }));

export const listMethods = () => Object.entries(text.methods).map(([value, { label }]) => ({ value, label }));
