/** Get one entry of the address book, with its previous positions. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { AddressEntry } from "../records/address-entry.ts";
import { Entry, toEntry } from "../shapes.ts";
import { canSeeEntry, findVisibleKeys } from "../visibility.ts";

export const getEntry = defineOperation({
  name: "addressbookEntry",
  summary: "Get an address",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/addressbook/{entry_id}" },
  input: Type.Object({ entry_id: Ref("entry") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), entry: Entry }),

  async run(context, { entry_id }) {
    const { actor, refuse } = context;
    const row = await AddressEntry.find(context, entry_id);
    const keys = await findVisibleKeys(context);
    const is_seen = row !== undefined && (keys?.includes(row.normalised_key) ?? true);
    if (!is_seen || !canSeeEntry(actor, row)) {
      throw refuse("not_found", { message: messages.no_address });
    }
    return { result: true, version: row.version, entry: toEntry(row) };
  },
});
