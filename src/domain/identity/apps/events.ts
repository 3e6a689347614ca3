/** The events of standalone apps: their configuration, sessions, registrations and bound identities. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";

const platform_app = { subjects: ["platform_app"], scope: "settings:read" } as const;
const assignment = { subjects: ["app_assignment"], scope: "settings:read" } as const;
const session = { subjects: ["app_session"], scope: "employees:read" } as const;
const registration = { subjects: ["account"], scope: "settings:read" } as const;
const identity = { subjects: ["account"], scope: "employees:read" } as const;
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
  "app.created": {
    ...platform_app,
    summary: "An app was added to the installation.",
    payload: Type.Object({ code: Type.String(), type: Type.String() }),
  },
  "app.updated": { ...platform_app, summary: "An app of the installation was changed.", payload: Changed },
  "app.killed": {
    ...platform_app,
    summary: "An app of the installation was switched off.",
    payload: Changed,
  },
  "app.revived": {
    ...platform_app,
    summary: "An app of the installation was switched on again.",
    payload: Changed,
  },
  "app.assigned": {
    ...assignment,
    summary: "An app was assigned to the business.",
    payload: Type.Object({ app: Type.String() }),
  },
  "app.assignment_updated": {
    ...assignment,
    summary: "The terms of an assigned app were changed.",
    payload: AssignmentChanged,
  },
  "app.assignment_active": {
    ...assignment,
    summary: "An assigned app may be used again.",
    payload: AssignmentChanged,
  },
  "app.assignment_suspended": {
    ...assignment,
    summary: "An assigned app may not be used for now.",
    payload: AssignmentChanged,
  },
  "app.settings_changed": {
    ...assignment,
    summary: "The business changed the configuration of an app.",
    payload: AssignmentChanged,
  },
  "app.session_issued": {
    ...session,
    summary: "Somebody signed in to an app.",
    payload: Type.Object({
      app: Type.String(),
      account_id: Id,
      device_platform: Nullable(Type.String()),
      method: Type.String(),
      replaced: Nullable(Id),
    }),
  },
  "app.session_refreshed": {
    ...session,
    summary: "A session of an app got new tokens.",
    payload: Type.Object({}),
  },
  "app.session_revoked": {
    ...session,
    summary: "A session of an app ended.",
    payload: Type.Object({ reason: Type.String() }),
  },
  "app.registration_pending": {
    ...registration,
    summary: "Somebody registered in an app and waits for approval.",
    payload: Registered,
  },
  "app.registered": {
    ...registration,
    summary: "A registration in an app is complete.",
    payload: Registered,
  },
  "app.registration_declined": {
    ...registration,
    summary: "A registration in an app was declined.",
    payload: Type.Object({ registration_id: Id }),
  },
  "account.identity_bound": {
    ...identity,
    summary: "An identity of an identity provider was bound to an account.",
    payload: Identity,
  },
  "account.identity_removed": {
    ...identity,
    summary: "An identity was removed from an account.",
    payload: Identity,
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
