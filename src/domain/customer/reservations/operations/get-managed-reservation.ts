/** The reservation of a link, as its guest sees it. */
import Type from "typebox";
import { linkTokenMember, respondToLink } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { MANAGE_OPERATIONS } from "../links.ts";
import { answerManaged } from "../present.ts";
import { RESERVATION } from "../records/reservation.ts";
import { ManagedAnswer } from "../shapes.ts";

export const getManagedReservation = defineOperation({
  name: MANAGE_OPERATIONS.get,
  summary: "Get the reservation of a link",
  access: { roles: [], scopes: [], link: RESERVATION },
  rest: { method: "GET", path: "/api/v1/reservations/public/manage/{link}", link_in_path: true },
  localised: true,
  input: Type.Object(linkTokenMember),
  output: ManagedAnswer,

  run(context) {
    respondToLink(context);
    return answerManaged(context, getLinkedId(context.actor, RESERVATION));
  },
});
