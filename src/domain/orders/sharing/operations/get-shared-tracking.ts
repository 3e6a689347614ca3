/** Status, window and timeline of the link's order. */
import Type from "typebox";
import { CHOICES, listAllowedChoices } from "#domain/orders/recipient-requests/public.ts";
import { TrackingAnswer } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NOTIFICATIONS_OPERATION, SHOWN_BY, SHOWN_PARTS, TRACKING_OPERATION } from "../links.ts";
import { loadSharedTracking } from "../load-tracking.ts";

const {
  driver_position: _position,
  proofs: _proofs,
  redirected_from: _from,
  ...visible_members
} = TrackingAnswer.properties;

export const getSharedTracking = defineOperation({
  name: TRACKING_OPERATION,
  summary: "Track the order of a link",
  access: { roles: [], scopes: [], link: "order" },
  rest: { method: "GET", path: "/api/v1/shared/tracking" },
  output: Type.Object(
    {
      ...visible_members,
      shows: Type.Array(StringEnum(SHOWN_PARTS), { description: "What else the link shows." }),
      allows: Type.Array(StringEnum(CHOICES), { description: "What its holder may ask for." }),
      notifications: Type.Boolean({ description: "Its holder may choose what the recipient is told." }),
      expires_at: Type.String({ ...Timestamp, description: "When the link ends." }),
    },
    { $id: "SharedTracking" },
  ),

  async run(context) {
    const { link } = context.actor;
    const tracked = await loadSharedTracking(context);
    return {
      ...tracked,
      shows: SHOWN_PARTS.filter((name) => link?.operations.has(SHOWN_BY[name])),
      allows: listAllowedChoices(link?.operations ?? new Set()),
      notifications: link?.operations.has(NOTIFICATIONS_OPERATION) === true,
      expires_at: new Date(link?.expires_at ?? 0).toISOString(),
    };
  },
});
