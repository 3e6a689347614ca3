/** Delete an entry of the address book. Orders keep their own copy of the address. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { AddressEntry, removeEntry } from "../records/address-entry.ts";
import { canSeeEntry } from "../visibility.ts";

export const deleteEntry = defineOperation({
  name: "addressbookEntryDelete",
  summary: "Delete an address",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["address:write"] },
  rest: { method: "DELETE", path: "/api/v1/addressbook/{entry_id}" },
  input: Type.Object({ entry_id: Ref("entry") }),
  output: Type.Object({ result: Type.Boolean() }),

  async run(context, { entry_id }) {
    const { actor, refuse, expectVersion, emit } = context;
    const row = await AddressEntry.lock(context, entry_id);
    if (row === undefined || !canSeeEntry(actor, row)) {
      throw refuse("not_found", { message: messages.no_address });
    }
    expectVersion(row.version);
    await removeEntry(context, entry_id);
    emit({ subject: { type: "address_entry", id: entry_id }, kind: "address.deleted" });
    return { result: true };
  },
});
