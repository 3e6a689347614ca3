/** What recipients asked for by links, newest first. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { OrderId, StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  LISTED_COLUMNS,
  LISTED_FROM,
  type ListedRow,
  toRecipientRequest,
} from "../records/recipient-request.ts";
import { CHOICES, REQUEST_STATES } from "../rules.ts";
import { RecipientRequest } from "../shapes.ts";

export const listRecipientRequests = defineList({
  name: "clientRecipientRequests",
  summary: "List requests of recipients",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/recipient-requests" },
  filters: {
    order_id: filter(Ref("order", OrderId)),
    state: filter(StringEnum(REQUEST_STATES)),
    choice: filter(StringEnum(CHOICES)),
  },
  rows: { requests: Type.Array(RecipientRequest) },
  from: "recipient_request q",
  select: `select ${LISTED_COLUMNS} from ${LISTED_FROM}`,
  order: byId("q.id"),
  sorted_within: "business_id",
  build: (row: ListedRow) => toRecipientRequest(row),
});
