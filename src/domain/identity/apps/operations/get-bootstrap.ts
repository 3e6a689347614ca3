/**
 * What an app needs to start: the client and its branding, the sign-in methods, the capabilities that are on, the
 * versions that the client still supports, and the addresses of the interfaces.
 *
 * The entity tag begins with the configuration's version, which increases with every change of the app, its assignment,
 * the client's settings of it and the business; its second half is a digest of the rest of the response.
 *
 * Source: docs/contract/rest.md, "Platform apps".
 */
import { hash } from "node:crypto";
import Type from "typebox";
import { isSmsConfigured } from "#domain/communication/messaging/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { canonicalJson } from "#operation/records/events.ts";
import { isNotModified } from "#operation/response/etag.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import {
  AppCode,
  appPath,
  buildSwitches,
  checkVersion,
  getDisplayName,
  getIdentityProviderName,
  requireApp,
  resolveTenant,
} from "../app.ts";
import { APP_TYPES, DEVICE_PLATFORMS, QUICK_ACTION_IDS } from "../capabilities.ts";
import type { AppRow } from "../records/app-assignment.ts";
import { CODE_LENGTH, getRegistrationRules, RESEND_AFTER_S } from "../registration-settings.ts";
import {
  chooseTextColour,
  computeCapabilities,
  computeMethods,
  filterQuickActions,
  getWalletService,
} from "../rules.ts";
import { computeVersionStatus, VERSION_STATUSES } from "../versions.ts";

const Switches = Type.Unsafe<Record<string, boolean>>({
  type: "object",
  additionalProperties: { type: "boolean" },
});
const text = () => Nullable(Type.String());

const Bootstrap = Type.Object(
  {
    app: Type.Object({
      code: AppCode,
      name: Type.String(),
      type: StringEnum(APP_TYPES),
      schema_version: Type.Integer({
        description: "Version of this schema; it increases when members change meaning.",
      }),
    }),
    client: Type.Object({ code: Type.String(), display_name: Type.String() }),
    configuration_version: Type.Integer(),
    capabilities: Type.Unsafe<Record<string, boolean>>({
      ...Switches,
      description: "Effective capabilities, such as `auth.email` or `locker.pickup`.",
    }),
    authentication: Type.Object({
      methods: Type.Unsafe<Record<string, boolean>>({
        ...Switches,
        description: "`email`, `registration`, and the identity provider by its name, `idp` by default.",
      }),
      idp: Type.Object({
        server_client_id: Type.String({
          description: "Audience that ID tokens must have; empty without a provider.",
        }),
        provider: Type.String({ description: "Name of the provider: the segment of the sign-in route." }),
      }),
      registration: Type.Object({
        enabled: Type.Boolean(),
        phone_verification_required: Type.Boolean(),
        sms_configured: Type.Boolean(),
        default_phone_region: Type.String({
          description: "ISO 3166-1 alpha-2 code; empty when there is none.",
        }),
        requires_approval: Type.Boolean(),
        code_length: Type.Integer(),
        resend_after: Type.Integer({ description: "Seconds." }),
      }),
    }),
    services: Type.Object({
      identity: Type.Object({ source_of_truth: Type.String(), shared_with_web: Type.Boolean() }),
      wallet: Type.Object({ source_of_truth: Type.String(), ledger_mode: Type.String() }),
    }),
    settings: Type.Object({
      home: Type.Object({ quick_actions: Type.Array(StringEnum(QUICK_ACTION_IDS)) }),
    }),
    branding: Type.Object({
      display_name: Type.String(),
      tagline: text(),
      logo_url: text(),
      primary_color: Type.String({ description: "#rrggbb." }),
      on_primary_color: Type.String({ description: "Black or white, whichever is readable on it." }),
      background_color: Type.String(),
      support_email: text(),
      support_phone: text(),
      support_url: text(),
      terms_url: text(),
      privacy_url: text(),
    }),
    service_contracts: Type.Array(
      Type.Object({
        name: StringEnum(["rest", "graphql", "mcp", "openapi"]),
        version: Type.String(),
        url: Type.String(),
      }),
    ),
    version_policy: Type.Object({
      min_supported: text(),
      recommended: text(),
      message: text(),
      store_url: Nullable(Type.String({ description: "For the requested platform." })),
      blocked: Type.Array(Type.String()),
      status: Nullable(
        StringEnum(VERSION_STATUSES, {
          description: "VersionStatus of `app_version`; null if it was not sent.",
        }),
      ),
    }),
  },
  { $id: "AppBootstrap" },
);

export const getBootstrap = defineOperation({
  name: "appBootstrap",
  summary: "Get the configuration of an app",
  access: { public: true, ignores_token: true },
  rest: {
    method: "GET",
    path: "/api/v1/apps/{appCode}/clients/{clientCode}/bootstrap",
  },
  localised: true,
  input: Type.Object({
    ...appPath,
    platform: Type.Optional(StringEnum(DEVICE_PLATFORMS)),
    app_version: Type.Optional(
      Type.String({ maxLength: 100, description: "Semantic version of the app, such as 1.4.0." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), data: Bootstrap }),
  refusals: { app_not_available: "forbidden" },
  tenant: resolveTenant,

  async run(context, input) {
    const version = checkVersion(context, input.app_version);
    const app = await requireApp(context, input);
    const sms_configured = await isSmsConfigured(context, app.business_id);
    const switches = buildSwitches(app, context);
    const { idp, ...methods } = computeMethods(switches);
    const capabilities = computeCapabilities(switches);
    const { message = null, min_supported = null, recommended = null, blocked = [] } = app.version_policy;
    const data = {
      app: {
        code: app.app_code,
        name: app.app_name,
        type: app.app_type,
        schema_version: app.schema_version,
      },
      client: { code: app.client_code, display_name: getDisplayName(app) },
      configuration_version: app.configuration_version,
      capabilities,
      authentication: {
        methods: { [getIdentityProviderName(app)]: idp, ...methods },
        idp: { server_client_id: app.server_client_id ?? "", provider: getIdentityProviderName(app) },
        registration: {
          enabled: methods.registration,
          ...getRegistrationRules(app),
          sms_configured,
          code_length: CODE_LENGTH,
          resend_after: RESEND_AFTER_S,
        },
      },
      services: {
        identity: { source_of_truth: "account", shared_with_web: true },
        wallet: getWalletService(context.provided),
      },
      settings: {
        home: {
          quick_actions: filterQuickActions(app.quick_actions, app.hidden_quick_actions, capabilities),
        },
      },
      branding: buildBranding(app),
      service_contracts: buildContractUrls(context.settings.base_url, context.settings.version),
      version_policy: {
        min_supported,
        recommended,
        message,
        store_url: input.platform ? (app.version_policy.store_urls?.[input.platform] ?? null) : null,
        blocked: [...blocked],
        status: version === null ? null : computeVersionStatus(version, app.version_policy),
      },
    };
    const etag = `"${app.configuration_version}-${hash("sha256", canonicalJson(data)).slice(0, 16)}"`;
    const not_modified = isNotModified(context.request, { etag });
    context.respond({ headers: { etag, "cache-control": "no-cache" }, not_modified });
    return { result: true, data };
  },
});

const PRIMARY = "#1d4ed8";
const BACKGROUND = "#ffffff";

function buildBranding(app: AppRow) {
  const { branding } = app;
  const primary_color = branding.primary_color ?? PRIMARY;
  return {
    display_name: getDisplayName(app),
    tagline: branding.tagline ?? null,
    logo_url: branding.logo_url ?? null,
    primary_color,
    on_primary_color: chooseTextColour(primary_color),
    background_color: branding.background_color ?? BACKGROUND,
    support_email: branding.support_email ?? null,
    support_phone: branding.support_phone ?? null,
    support_url: branding.support_url ?? null,
    terms_url: branding.terms_url ?? null,
    privacy_url: branding.privacy_url ?? null,
  };
}

function buildContractUrls(base_url: string, version: string) {
  return [
    { name: "rest" as const, version: "v1", url: `${base_url}/api/v1` },
    { name: "graphql" as const, version, url: `${base_url}/api/graphql` },
    { name: "mcp" as const, version, url: `${base_url}/mcp` },
    { name: "openapi" as const, version, url: `${base_url}/api/openapi.json` },
  ];
}
