/** What recipients asked for by links, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId, StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  LISTED_COLUMNS,
  LISTED_FROM,
  type ListedRow,
  toRecipientRequest,
} from "../records/recipient-request.ts";
import { CHOICES, REQUEST_STATES } from "../rules.ts";
import { RecipientRequest } from "../shapes.ts";

const FILTER = `q.business_id = $1 and ($2::bigint is null or q.order_id = $2) and ($3::text is null or q.state = $3)
  and ($4::text is null or q.choice = $4)`;
const BY_ID: readonly SortColumn[] = [{ sql: "q.id", member: "id", type: "bigint", descending: true }];

export const listRecipientRequests = defineOperation({
  name: "clientRecipientRequests",
  summary: "List requests of recipients",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/recipient-requests" },
  input: Type.Object({
    ...CursorInput,
    order_id: Type.Optional(OrderId),
    state: Type.Optional(StringEnum(REQUEST_STATES)),
    choice: Type.Optional(StringEnum(CHOICES)),
  }),
  output: Type.Object({ ...CursorOutput, requests: Type.Array(RecipientRequest) }),

  async run({ db, business_id }, input) {
    const values = [business_id, input.order_id ?? null, input.state ?? null, input.choice ?? null];
    const window = buildWindow(input, BY_ID, { condition: FILTER, values, sorted_within: "business_id" });
    const [read, counted] = await Promise.all([
      db.rows<ListedRow>(
        `select ${LISTED_COLUMNS} from ${LISTED_FROM} where ${FILTER}${window.sql}`,
        window.values,
      ),
      db.row<{ n: number }>(`select count(*) as n from recipient_request q where ${FILTER}`, values),
    ]);
    const { page, per_page } = window;
    const { rows, next_cursor } = window.shown(read);
    return {
      result: true,
      total: counted?.n ?? 0,
      page,
      per_page,
      next_cursor,
      requests: rows.map(toRecipientRequest),
    };
  },
});
