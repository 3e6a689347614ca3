/** The events of alliances. Each is in the log of the business that decided; the others get `alliance.updated`. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Count, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { GRANT_SCOPES, MASKABLE_FIELDS, ROLES } from "./shapes.ts";

const alliance = groupEvents({ record_kinds: ["alliance"], scope: "alliance:read" });
const client_code = Type.String({ description: "Of the other business." });
const TermsVersion = Type.Integer();

/** Events that other members get. */
export const NOTIFIED_KINDS = [
  "alliance.changed",
  "alliance.invited",
  "alliance.joined",
  "alliance.declined",
  "alliance.left",
  "alliance.member_suspended",
  "alliance.member_resumed",
  "grant.changed",
] as const;

export const events = defineEvents(
  {
    "alliance.created": alliance("An alliance was founded.", { terms_version: TermsVersion }),
    "alliance.changed": alliance("The name or the terms of an alliance were changed, or it was closed.", {
      members: Type.Array(Type.String(), { description: "What was changed." }),
      terms_version: TermsVersion,
      status: Type.String(),
    }),
    "alliance.invited": alliance("A business was invited.", { client_code, role: StringEnum(ROLES) }),
    "alliance.joined": alliance(
      "The business signed the terms of an alliance.",
      { terms_version: TermsVersion },
      { public_types: ["alliance.joined"] },
    ),
    "alliance.declined": alliance("The business declined an invitation.", {}),
    "alliance.left": alliance("The business left an alliance.", {}),
    "alliance.member_suspended": alliance("A member was suspended.", { client_code }),
    "alliance.member_resumed": alliance("The suspension of a member ended.", { client_code }),
    "grant.changed": alliance(
      "The business changed what it grants to a member, or revoked it, or it ended because the member left.",
      {
        client_code,
        scopes: Type.Array(StringEnum(GRANT_SCOPES)),
        fields_masked: Type.Array(StringEnum(MASKABLE_FIELDS)),
        is_limited: Type.Boolean(),
        valid_until: Nullable(Type.String()),
      },
      { public_types: ["grant.changed"] },
    ),
    "grant.used": alliance(
      "What a member read of the business on one day.",
      {
        client_code,
        scope: StringEnum(GRANT_SCOPES),
        day: CalendarDate,
        reads: Count,
        records: Count,
      },
      { public_types: ["grant.used"] },
    ),
    "alliance.updated": alliance(
      "Another member of an alliance decided something that concerns the business.",
      {
        what: StringEnum(NOTIFIED_KINDS),
        by: Type.String({ description: "Code of the business that decided." }),
        event_id: Type.Integer({ description: "The event in its log." }),
      },
      {
        public_types: [
          {
            type: "alliance.joined",
            when: "another member joined",
            applies: ({ what }) => what === "alliance.joined",
          },
          {
            type: "grant.changed",
            when: "a grant to the business changed",
            applies: ({ what }) => what === "grant.changed",
          },
        ],
      },
    ),
  },
  {
    "alliance.joined": "A business joined an alliance.",
    "grant.changed": "What a member of an alliance grants to another one was changed or revoked.",
    "grant.used": "What a member of an alliance read of the business, by day.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
