/**
 * Create a link that shows the tracking of one order to its holder. Its token is shown only in this response.
 *
 * Source: our own.
 */
import Type from "typebox";
import { CHOICES, isOffered, listChoiceOperations } from "#domain/orders/recipient-requests/public.ts";
import { countOpenLinks, createLink, lockLinks } from "#operation/caller/link-store.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  getSharedOrder,
  LINKS_MAX,
  SHOWN_BY,
  SHOWN_PARTS,
  ShareLink,
  TRACKING_OPERATION,
  toShareLink,
} from "../links.ts";
import { messages } from "../messages.ts";

const HOUR_MS = 3_600_000;
const DEFAULT_H = 14 * 24;
const MAX_H = 90 * 24;

export const createShareLink = defineOperation({
  name: "trackingShareCreate",
  summary: "Share the tracking of an order",
  description:
    "Makes a link that shows status and timeline of one order without an account, and by choice proofs and the driver's live " +
    "position. It may allow the recipient to ask for changes that the business offers. It expires, and can be revoked.",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/tracking/{number}/share", status: 201 },
  secret_answer: true,
  input: Type.Object({
    number: Ref(
      "tracking_number",
      Type.String({ minLength: 4, maxLength: 64, description: "Tracking number." }),
    ),
    shows: Type.Array(StringEnum(SHOWN_PARTS), {
      maxItems: SHOWN_PARTS.length,
      uniqueItems: true,
      default: ["proofs"],
      description: "What it shows beside status and timeline.",
    }),
    allows: Type.Optional(
      Type.Array(StringEnum(CHOICES), {
        maxItems: CHOICES.length,
        uniqueItems: true,
        description:
          "What the recipient may ask for by it; nothing when absent. Only what the business offers.",
      }),
    ),
    expires_in_h: Type.Integer({ minimum: 1, maximum: MAX_H, default: DEFAULT_H }),
    note: Type.Optional(
      Type.String({ maxLength: 200, description: "For whom it is; shown to the business." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    token: Type.String({ "x-secret": true, description: "Sent as bearer token; shown once." }),
    url: Type.String({ "x-secret": true, description: "The tracking page with the token." }),
    link: ShareLink,
  }),
  refusals: { ambiguous_number: "conflict", too_many_links: "conflict" },

  async run(context, { number, shows, allows = [], expires_in_h, note }) {
    const { now, business, refuse, settings } = context;
    const offered = business.settings;
    const closed = allows.flatMap((choice, index) => (isOffered(offered, choice) ? [] : [index]));
    if (closed.length > 0) {
      throw refuse("invalid_request", {
        message: messages.choice_off,
        errors: closed.map((index) => ({ field: `allows/${index}`, message: messages.choice_off })),
      });
    }
    const shared_order = await getSharedOrder(context, number);
    const { subject: record, tracking_number } = shared_order;
    await lockLinks(context, record);
    if ((await countOpenLinks(context, record)) >= LINKS_MAX)
      throw refuse("too_many_links", { message: messages.too_many_links, values: { most: LINKS_MAX } });
    const { token, link } = await createLink(context, {
      record,
      operations: [
        TRACKING_OPERATION,
        ...shows.map((part) => SHOWN_BY[part]),
        ...listChoiceOperations(allows),
      ],
      note: note?.trim() || null,
      expires_at: new Date(now.getTime() + expires_in_h * HOUR_MS),
    });
    return {
      result: true,
      token,
      url: `${settings.base_url}/track/${tracking_number}#link=${token}`,
      link: toShareLink(link, now),
    };
  },
});
