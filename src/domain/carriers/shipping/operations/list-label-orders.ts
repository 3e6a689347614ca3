/** Labels, newest first: a customer's own, or those of the business and all its customers. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getOwner, listLabels } from "../records/label.ts";
import { STATES } from "../rules.ts";
import { LabelOrderSummary, toLabelSummary } from "../shapes.ts";

/** A text that is in more labels than these finds the newest. */
const FOUND_MAX = 2000;

/** `$1` business, `$2` states, `$3` customer, `$4` code of the account, `$5` a pattern, `$6` manifest. */
const CONDITION = `($2::text[] is null or o.state = any($2)) and ($3::bigint is null or o.customer_id = $3)
  and ($4::text is null or a.code = $4)
  and ($5::text is null or o.id in (select f.id from search_label_orders($5, ${FOUND_MAX}) f))
  and ($6::bigint is null or o.manifest_id = $6)`;

export const listLabelOrders = defineOperation({
  name: "labelserviceOrders",
  summary: "List labels",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/orders" },
  input: Type.Object({
    ...CursorInput,
    state: Type.Optional(Type.Array(StringEnum(STATES), { maxItems: STATES.length, uniqueItems: true })),
    customer_id: Type.Optional({
      ...Id,
      description: "Of the business's customers; a customer sees its own.",
    }),
    carrier_account: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    manifest_id: Type.Optional({ ...Id, description: "The business only." }),
    q: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 100,
        description: "In reference, tracking number, recipient, postal code, or name of the customer.",
      }),
    ),
  }),
  output: Type.Object({ ...CursorOutput, label_orders: Type.Array(LabelOrderSummary) }),

  async run(context, input) {
    const { state, customer_id, carrier_account, manifest_id, q } = input;
    const owner = getOwner(context);
    const values = [
      context.business_id,
      state ?? null,
      owner ?? customer_id ?? null,
      carrier_account ?? null,
      q === undefined ? null : toLikePattern(q),
      // Manifests are the business's: none is a customer's.
      manifest_id === undefined ? null : owner === null ? manifest_id : -1,
    ];
    const { rows, paging } = await listLabels(context, input, { condition: CONDITION, values });
    return { ...paging, label_orders: rows.map(toLabelSummary) };
  },
});
