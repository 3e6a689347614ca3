/** Apps and their assignments as platform administrators see them. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { RESERVED_NAMES } from "#providers/identity/port.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { DEFAULT_PROVIDER } from "./app.ts";
import { APP_TYPES, METHODS, SWITCHED_CAPABILITIES } from "./capabilities.ts";
import { messages } from "./messages.ts";
import type { PlatformAppRow } from "./records/platform-app.ts";

export const APP_STATUSES = ["active", "killed"] as const;
export const ASSIGNMENT_STATUSES = ["active", "suspended"] as const;

const unique = { uniqueItems: true };
const AllowedCapabilities = Type.Array(StringEnum(SWITCHED_CAPABILITIES), { ...unique, maxItems: 50 });
const AllowedMethods = Type.Array(StringEnum(METHODS), { ...unique, maxItems: 3 });

export const PlatformApp = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    type: StringEnum(APP_TYPES),
    schema_version: Type.Integer(),
    roles: Type.Array(StringEnum(TENANT_ROLES)),
    capabilities: AllowedCapabilities,
    methods: AllowedMethods,
    identity_provider: Type.String({
      description: "Name of the provider: the segment of the sign-in route.",
    }),
    is_provider_known: Type.Boolean({ description: "True if the installation has a provider of this name." }),
    server_client_id: Nullable(Type.String()),
    status: StringEnum(APP_STATUSES, {
      description: "A killed app returns 403 for every client, and its sessions are suspended.",
    }),
    status_reason: Type.String(),
    assignments: Type.Integer({ description: "Number of clients that it is assigned to." }),
    version: Type.Integer(),
    created_at: Timestamp,
  },
  { $id: "PlatformApp" },
);
export type PlatformApp = Type.Static<typeof PlatformApp>;

export function buildPlatformApp(
  row: PlatformAppRow,
  { providers }: Pick<Context, "providers">,
): PlatformApp {
  const identity_provider = row.identity_provider ?? DEFAULT_PROVIDER;
  return { ...row, identity_provider, is_provider_known: providers.identity.has(identity_provider) };
}

/** Members of an app that can be set both on creation and later. */
export const appMembers = {
  name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
  roles: Type.Optional(
    Type.Array(StringEnum(TENANT_ROLES), {
      ...unique,
      minItems: 1,
      description: "Roles that may use it; customers by default.",
    }),
  ),
  capabilities: Type.Optional(AllowedCapabilities),
  methods: Type.Optional(AllowedMethods),
  identity_provider: Type.Optional(
    Type.String({
      pattern: "^[a-z][a-z0-9-]{0,39}$",
      maxLength: 40,
      description: "`idp` by default; never email, refresh, logout or registration.",
    }),
  ),
  server_client_id: Type.Optional(
    Nullable(
      NoRef(
        "the identity provider's",
        Type.String({ minLength: 1, maxLength: 255, description: "Audience that ID tokens must have." }),
      ),
    ),
  ),
  schema_version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
};

/** A provider's name is a segment of the sign-in route, and must not collide with the others. */
export function refuseReservedProviderName(
  { refuse }: Pick<Context, "refuse">,
  { identity_provider }: { identity_provider?: string },
): void {
  if (identity_provider === undefined || !RESERVED_NAMES.includes(identity_provider)) return;
  throw refuse("invalid_request", {
    message: messages.reserved_name,
    values: { name: identity_provider },
    errors: [
      {
        field: "identity_provider",
        message: messages.must_not_be.with({ names: RESERVED_NAMES.join(", ") }),
      },
    ],
  });
}

export const AppAssignment = Type.Object(
  {
    id: NoRef("an assignment of an app"),
    app_code: Type.String(),
    client_code: Type.String(),
    client_name: Type.String(),
    status: StringEnum(ASSIGNMENT_STATUSES),
    status_reason: Type.String(),
    allowed_capabilities: Nullable(AllowedCapabilities),
    allowed_methods: Nullable(AllowedMethods),
    configuration_version: Type.Integer(),
    created_at: Timestamp,
  },
  { $id: "AppAssignment" },
);
export type AppAssignment = Type.Static<typeof AppAssignment>;

export const ASSIGNMENT_COLUMNS = `g.id, g.business_id, p.code as app_code, b.code as client_code, b.name as client_name, g.status,
  g.status_reason, g.allowed_capabilities, g.allowed_methods, g.configuration_version, g.created_at`;
export const ASSIGNMENT_FROM = `app_assignment g join platform_app p on p.id = g.app_id join business b on b.id = g.business_id`;

export const assignmentMembers = {
  allowed_capabilities: Type.Optional(
    Nullable(
      Type.Array(StringEnum(SWITCHED_CAPABILITIES), {
        ...unique,
        description: "Null: everything that the app allows.",
      }),
    ),
  ),
  allowed_methods: Type.Optional(
    Nullable(
      Type.Array(StringEnum(METHODS), { ...unique, description: "Null: everything that the app allows." }),
    ),
  ),
};
