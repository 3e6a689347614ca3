/** Delete an entry of the address book. Orders keep their own copy of the address. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { canSeeEntry } from "../visibility.ts";

export const deleteEntry = defineOperation({
  name: "addressbookEntryDelete",
  summary: "Delete an address",
  effect: "write",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["address:write"] },
  rest: { method: "DELETE", path: "/api/v1/addressbook/{entry_id}" },
  input: Type.Object({ entry_id: Id }),
  output: Type.Object({ result: Type.Boolean() }),

  async run({ actor, db, business_id, refuse, expectVersion, emit }, { entry_id }) {
    const row = await db.row<{ customer_id: number | null; version: number }>(
      "select customer_id, version from address_entry where business_id = $1 and id = $2 for update",
      [business_id, entry_id],
    );
    if (row === undefined || !canSeeEntry(actor, row)) {
      throw refuse("not_found", { message: "There is no such address." });
    }
    expectVersion(row.version);
    await db.execute("delete from address_entry where business_id = $1 and id = $2", [business_id, entry_id]);
    emit({ subject: { type: "address_entry", id: entry_id }, kind: "address.deleted" });
    return { result: true };
  },
});
