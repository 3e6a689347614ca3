/** Saves the address with which somebody registered through an app. */
import { customerRegistered } from "#domain/identity/apps/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { saveEntry } from "../records/address-entry.ts";

export const saveRegisteredAddress = subscribe(
  customerRegistered,
  async (context, { customer_id, place }) => {
    await saveEntry(context, { customer_id, label: "", place, access: {}, default_for: [], pinned: false });
  },
);
