/** One entry of the address book, with where it was thought to be before. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { ENTRY_COLUMNS, Entry, type EntryRow, entryOf } from "../shapes.ts";
import { isSeenBy } from "../who.ts";

export const getEntry = defineOperation({
  name: "addressbookEntry",
  summary: "One address",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/addressbook/{entry_id}" },
  input: Type.Object({ entry_id: Id }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), entry: Entry }),

  async run({ actor, db, business_id, refuse }, { entry_id }) {
    const row = await db.row<EntryRow>(
      `select ${ENTRY_COLUMNS} from address_entry where business_id = $1 and id = $2`,
      [business_id, entry_id],
    );
    if (row === undefined || !isSeenBy(actor, row)) {
      throw refuse("not_found", { message: "There is no such address." });
    }
    return { result: true, version: row.version, entry: entryOf(row) };
  },
});
