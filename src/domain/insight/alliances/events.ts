/** The events of alliances. Each is in the log of the business that decided; the others get `alliance.updated`. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Count, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { GRANT_SCOPES, MASKABLE_FIELDS, ROLES } from "./shapes.ts";

const alliance = { subjects: ["alliance"], scope: "alliance:read" } as const;
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
    "alliance.created": {
      ...alliance,
      summary: "An alliance was founded.",
      payload: Type.Object({ terms_version: TermsVersion }),
    },
    "alliance.changed": {
      ...alliance,
      summary: "The name or the terms of an alliance were changed, or it was closed.",
      payload: Type.Object({
        members: Type.Array(Type.String(), { description: "What was changed." }),
        terms_version: TermsVersion,
        status: Type.String(),
      }),
    },
    "alliance.invited": {
      ...alliance,
      summary: "A business was invited.",
      payload: Type.Object({ client_code, role: StringEnum(ROLES) }),
    },
    "alliance.joined": {
      ...alliance,
      summary: "The business signed the terms of an alliance.",
      payload: Type.Object({ terms_version: TermsVersion }),
      public_types: ["alliance.joined"],
    },
    "alliance.declined": {
      ...alliance,
      summary: "The business declined an invitation.",
      payload: Type.Object({}),
    },
    "alliance.left": { ...alliance, summary: "The business left an alliance.", payload: Type.Object({}) },
    "alliance.member_suspended": {
      ...alliance,
      summary: "A member was suspended.",
      payload: Type.Object({ client_code }),
    },
    "alliance.member_resumed": {
      ...alliance,
      summary: "The suspension of a member ended.",
      payload: Type.Object({ client_code }),
    },
    "grant.changed": {
      ...alliance,
      summary:
        "The business changed what it grants to a member, or revoked it, or it ended because the member left.",
      payload: Type.Object({
        client_code,
        scopes: Type.Array(StringEnum(GRANT_SCOPES)),
        fields_masked: Type.Array(StringEnum(MASKABLE_FIELDS)),
        is_limited: Type.Boolean(),
        valid_until: Nullable(Type.String()),
      }),
      public_types: ["grant.changed"],
    },
    "grant.used": {
      ...alliance,
      summary: "What a member read of the business on one day.",
      payload: Type.Object({
        client_code,
        scope: StringEnum(GRANT_SCOPES),
        day: CalendarDate,
        reads: Count,
        records: Count,
      }),
      public_types: ["grant.used"],
    },
    "alliance.updated": {
      ...alliance,
      summary: "Another member of an alliance decided something that concerns the business.",
      payload: Type.Object({
        what: StringEnum(NOTIFIED_KINDS),
        by: Type.String({ description: "Code of the business that decided." }),
        event_id: Type.Integer({ description: "The event in its log." }),
      }),
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
