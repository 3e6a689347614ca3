/** The events of standalone apps: their configuration, sessions, registrations and bound identities. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";

const platform_app = groupEvents({ record_kinds: ["platform_app"], scope: "settings:read" });
const assignment = groupEvents({ record_kinds: ["app_assignment"], scope: "settings:read" });
const session = groupEvents({ record_kinds: ["app_session"], scope: "employees:read" });
const registration = groupEvents({ record_kinds: ["account"], scope: "settings:read" });
const identity = groupEvents({ record_kinds: ["account"], scope: "employees:read" });
const Words = Type.Array(Type.String());
const Changed = Type.Object({ changed: Words });
const AssignmentChanged = Type.Object({ app: Type.String(), changed: Words });
const Identity = Type.Object({ issuer: Type.String() });
const Registered = Type.Object({
  app: Type.Optional(Type.String()),
  registration_id: Type.Optional(Id),
  customer_id: Type.Optional(Nullable(Id)),
  phone_verified: Type.Optional(Type.Boolean()),
});

export const events = defineEvents({
  "app.created": platform_app("An app was added to the installation.", {
    code: Type.String(),
    type: Type.String(),
  }),
  "app.updated": platform_app("An app of the installation was changed.", Changed),
  "app.killed": platform_app("An app of the installation was switched off.", Changed),
  "app.revived": platform_app("An app of the installation was switched on again.", Changed),
  "app.assigned": assignment("An app was assigned to the business.", { app: Type.String() }),
  "app.assignment_updated": assignment("The terms of an assigned app were changed.", AssignmentChanged),
  "app.assignment_active": assignment("An assigned app may be used again.", AssignmentChanged),
  "app.assignment_suspended": assignment("An assigned app may not be used for now.", AssignmentChanged),
  "app.settings_changed": assignment("The business changed the configuration of an app.", AssignmentChanged),
  "app.session_issued": session("Somebody signed in to an app.", {
    app: Type.String(),
    account_id: Id,
    device_platform: Nullable(Type.String()),
    method: Type.String(),
    replaced: Nullable(Id),
  }),
  "app.session_refreshed": session("A session of an app got new tokens.", {}),
  "app.session_revoked": session("A session of an app ended.", { reason: Type.String() }),
  "app.registration_pending": registration(
    "Somebody registered in an app and waits for approval.",
    Registered,
  ),
  "app.registered": registration("A registration in an app is complete.", Registered),
  "app.registration_declined": registration("A registration in an app was declined.", {
    registration_id: Id,
  }),
  "account.identity_bound": identity(
    "An identity of an identity provider was bound to an account.",
    Identity,
  ),
  "account.identity_removed": identity("An identity was removed from an account.", Identity),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
