/** Delete an entry of the address book. Orders keep their own copy of the address. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getLockedEntry, removeEntry } from "../records/address-entry.ts";

export const deleteEntry = defineOperation({
  name: "addressbookEntryDelete",
  summary: "Delete an address",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["address:write"] },
  rest: { method: "DELETE", path: "/api/v1/addressbook/{entry_id}" },
  input: Type.Object({ entry_id: Ref("entry") }),
  output: Type.Object({ result: Type.Boolean() }),

  async run(context, { entry_id }) {
    const { expectVersion, emit } = context;
    const row = await getLockedEntry(context, entry_id);
    expectVersion(row.version);
    await removeEntry(context, entry_id);
    emit({ subject: { type: "address_entry", id: entry_id }, kind: "address.deleted" });
    return { result: true };
  },
});
