/** The app and client that a path names: whether they exist and are available, and which features are on. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { SystemQueries } from "#operation/define/system-queries.ts";
import { plainMessage } from "#operation/response/messages.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { FEATURES } from "#vocabulary/features.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { DEVICE_PLATFORMS, type Method } from "./capabilities.ts";
import { messages } from "./messages.ts";
import { type AppRow, findApp } from "./records/app-assignment.ts";
import { computeMethods, type Switches } from "./rules.ts";
import { computeVersionStatus, isVersion } from "./versions.ts";

export const AppCode = Type.String({ minLength: 1, maxLength: 40, description: "Selects the app." });
const ClientCode = Type.String({
  minLength: 1,
  maxLength: 40,
  description:
    "The client that the app is assigned to; selects the configuration and does not authorise anything.",
});
export const appPath = { appCode: Ref("app", AppCode), clientCode: ClientCode };

const AppVersion = Type.Optional(
  Nullable(Type.String({ maxLength: 100, description: "Semantic version of the app, such as 1.4.0." })),
);
export const device = {
  device_id: NoRef("a phone's own word", Type.String({ minLength: 1, maxLength: 191, pattern: "\\S" })),
  device_platform: StringEnum(DEVICE_PLATFORMS),
  app_version: AppVersion,
};

export interface Device {
  device_id: string;
  device_platform: (typeof DEVICE_PLATFORMS)[number];
  app_version?: string | null;
}

/** The refusals of every route of an app. */
export const APP_REFUSALS = { app_not_available: "forbidden", app_outdated: "forbidden" } as const;

/**
 * Business 0 does not exist and sees no row: the operation then refuses with its own text that there is no such app.
 */
export async function resolveTenant(
  system_queries: SystemQueries,
  { clientCode }: { clientCode: string },
): Promise<number> {
  return (await system_queries.findBusinessOfClient(clientCode)) ?? 0;
}

/** Refuse 404 if app, client or assignment does not exist, 403 if one of them is not available. */
export async function requireApp(
  context: Context<"app_not_available">,
  { appCode }: { appCode: string },
): Promise<AppRow> {
  const app = await findApp(context, appCode);
  if (app === undefined) throw context.refuse("not_found", { message: messages.unknown_app });
  refuseUnavailable(context, app);
  return app;
}

export function refuseUnavailable(context: Context<"app_not_available">, app: AppRow): void {
  if (app.app_status === "active" && app.status === "active" && app.business_status === "active") return;
  throw context.refuse("app_not_available", { message: messages.app_not_available });
}

export function buildSwitches(
  app: AppRow,
  { providers, provided }: Pick<Context, "providers" | "provided">,
): Switches {
  const { feature_families: own_families, feature_gates: gates } = app;
  return {
    type: app.app_type,
    capabilities: app.app_capabilities,
    allowed_capabilities: app.allowed_capabilities,
    app_methods: app.app_methods,
    allowed_methods: app.allowed_methods,
    client_capabilities: app.capabilities,
    client_methods: app.methods,
    features: new Set(FEATURES.filter((family) => own_families[family] === true && gates[family] !== false)),
    provided,
    idp_configured: app.server_client_id !== null && providers.identity.has(getIdentityProviderName(app)),
  };
}

export const DEFAULT_PROVIDER = "idp";

export function getIdentityProviderName({ identity_provider }: AppRow): string {
  return identity_provider ?? DEFAULT_PROVIDER;
}

export function refuseMethod(
  context: Context<"method_not_allowed">,
  app: AppRow,
  method: Exclude<Method, "registration">,
): void {
  if (computeMethods(buildSwitches(app, context))[method]) return;
  throw context.refuse("method_not_allowed", { message: messages.method_not_allowed });
}

/** Refuse 422 for an invalid version: it is input, so it is checked before app and account. */
export function checkVersion(
  { refuse, say }: Context<never>,
  app_version: string | null | undefined,
): string | null {
  if (app_version === undefined || app_version === null) return null;
  if (isVersion(app_version)) return app_version;
  throw refuse("invalid_request", {
    message: messages.app_version,
    values: { fault: say(messages.invalid_version) },
    errors: [{ field: "app_version", message: messages.invalid_version }],
  });
}

/** Refuse versions that the client no longer supports. An app that does not send its version is accepted. */
export function refuseOutdated(
  context: Context<"app_outdated">,
  { version_policy }: AppRow,
  { app_version, device_platform }: Device,
): void {
  const version = checkVersion(context as Context<never>, app_version);
  if (version === null || computeVersionStatus(version, version_policy) !== "update_required") return;
  throw context.refuse("app_outdated", {
    message:
      version_policy.message === undefined || version_policy.message === null
        ? messages.app_outdated
        : plainMessage({ en: version_policy.message }, "business"),
    extra: {
      min_supported: version_policy.min_supported ?? null,
      store_url: version_policy.store_urls?.[device_platform] ?? null,
    },
  });
}

/** The app's name for the client's people. */
export function getDisplayName({ branding, client_name }: AppRow): string {
  return branding.display_name ?? client_name;
}
