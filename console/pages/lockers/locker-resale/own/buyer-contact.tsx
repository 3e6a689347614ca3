/** Where the buyer is told of the release, in a form that sends `buyer_contact`. */
import { TextInput } from "@mantine/core";
import type { SaveForm } from "../../../../parts/form.tsx";
import { text } from "./text.ts";

export interface BuyerContactValues {
  buyer_contact: { phone: string; email: string };
}

export const EMPTY_CONTACT: BuyerContactValues["buyer_contact"] = { phone: "", email: "" };

/** Members that are left empty are not sent. */
export const pickFilled = (contact: BuyerContactValues["buyer_contact"]) =>
  Object.fromEntries(
    Object.entries(contact).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]])),
  );

export function BuyerContactFields({ field }: Pick<SaveForm<BuyerContactValues>, "field">) {
  return (
    <>
      <div className="sell-contact">
        <TextInput
          label={text.form.buyer_phone}
          type="tel"
          autoComplete="off"
          {...field("buyer_contact.phone")}
        />
        <TextInput label={text.form.buyer_email} autoComplete="off" {...field("buyer_contact.email")} />
      </div>
      <p className="dim small">{text.form.buyer_contact_about}</p>
    </>
  );
}
