/** A client's app as its administrators see and change it. */
import Type from "typebox";
import { isSmsConfigured } from "#domain/communication/messaging/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { FEATURES } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildSwitches, getDisplayName, getIdentityProviderName } from "./app.ts";
import {
  APP_TYPES,
  CAPABILITY_IDS,
  getCapability,
  METHODS,
  QUICK_ACTION_IDS,
  QUICK_ACTIONS,
  SWITCHED_CAPABILITIES,
} from "./capabilities.ts";
import type { AppRow } from "./records/app-assignment.ts";
import { getRegistrationRules } from "./registration-settings.ts";
import { computeCapabilities, computeMethods, sortQuickActions } from "./rules.ts";
import { SEMVER } from "./versions.ts";

const text = (maxLength: number) => Nullable(Type.String({ minLength: 1, maxLength }));
/** Apps show and open these links, so only web and mail addresses are allowed. */
const web = () =>
  Nullable(Type.String({ pattern: "^https://[^\\s\"'<>]+$", maxLength: 500, description: "https://…" }));
const Colour = Nullable(Type.String({ pattern: "^#[0-9a-fA-F]{6}$", maxLength: 7, description: "#rrggbb." }));
const Version = Type.String({ pattern: SEMVER, maxLength: 64, description: "Semantic version." });

const brandingMembers = {
  display_name: text(120),
  tagline: text(200),
  logo_url: web(),
  primary_color: Colour,
  background_color: Colour,
  support_email: Nullable(Type.String({ pattern: "^[^\\s@]+@[^\\s@]+$", maxLength: 320 })),
  support_phone: text(50),
  support_url: web(),
  terms_url: web(),
  privacy_url: web(),
};
const policyMembers = {
  min_supported: Nullable(Version),
  recommended: Nullable(Version),
  message: text(500),
  store_url_ios: web(),
  store_url_android: web(),
  blocked: Type.Array(Version, { maxItems: 100, uniqueItems: true }),
};
const registrationMembers = {
  phone_verification_required: Type.Boolean(),
  requires_approval: Type.Boolean(),
};

const Branding = Type.Object(brandingMembers, { $id: "AppBranding" });
export const BrandingChange = Type.Partial(Type.Object(brandingMembers));
const Policy = Type.Object(policyMembers, { $id: "AppVersionPolicy" });
export const PolicyChange = Type.Partial(Type.Object(policyMembers));
export const RegistrationChange = Type.Partial(
  Type.Object({
    ...registrationMembers,
    default_phone_region: Nullable(
      Type.String({ pattern: "^[A-Z]{2}$", maxLength: 2, description: "Null: the business's country." }),
    ),
  }),
);

export const switches = <const W extends readonly string[]>(words: W, description: string) =>
  Type.Partial(
    Type.Object(
      Object.fromEntries(words.map((word) => [word, Type.Boolean()])) as Record<W[number], Type.TBoolean>,
    ),
    { description },
  );

const Switch = {
  is_allowed: Type.Boolean({
    description: "True if the platform allows it for this client and this type of app.",
  }),
  is_switched_on: Type.Boolean({ description: "The client's own switch." }),
  is_on: Type.Boolean({ description: "The effective value that the app gets." }),
};

export const ClientApp = Type.Object(
  {
    app_code: Type.String(),
    app_name: Type.String(),
    app_type: StringEnum(APP_TYPES),
    is_available: Type.Boolean({ description: "False while the platform has suspended it." }),
    configuration_version: Type.Integer(),
    display_name: Type.String(),
    bootstrap_url: Type.String(),
    methods: Type.Array(Type.Object({ method: StringEnum(METHODS), ...Switch })),
    identity_provider: Type.String(),
    capabilities: Type.Array(
      Type.Object({
        id: StringEnum(CAPABILITY_IDS),
        ...Switch,
        feature: Nullable(StringEnum(FEATURES, { description: "Feature family that it needs." })),
      }),
    ),
    quick_actions: Type.Array(
      Type.Object({
        id: StringEnum(QUICK_ACTION_IDS),
        capability: StringEnum(CAPABILITY_IDS),
        is_hidden: Type.Boolean(),
        is_on: Type.Boolean({ description: "True if its capability is on; an app shows it only then." }),
      }),
      { description: "In the client's order." },
    ),
    branding: Branding,
    registration: Type.Object({
      ...registrationMembers,
      default_phone_region: Type.String(),
      sms_configured: Type.Boolean(),
    }),
    customer_template_id: Nullable(Ref("template")),
    version_policy: Policy,
  },
  { $id: "ClientApp" },
);
type ClientApp = Type.Static<typeof ClientApp>;

export async function buildClientApp(
  context: Pick<Context, "db" | "provided" | "providers" | "settings">,
  app: AppRow,
): Promise<ClientApp> {
  const switches = buildSwitches(app, context);
  const methods = computeMethods(switches);
  const capabilities = computeCapabilities(switches);
  // What would be on if the client had switched everything on.
  const open = {
    ...switches,
    client_methods: Object.fromEntries(METHODS.map((method) => [method, true])),
    client_capabilities: {},
    features: new Set(FEATURES),
  };
  const [open_methods, open_capabilities] = [computeMethods(open), computeCapabilities(open)];
  const { branding, version_policy: policy } = app;
  return {
    app_code: app.app_code,
    app_name: app.app_name,
    app_type: app.app_type,
    is_available: app.app_status === "active" && app.status === "active",
    configuration_version: app.configuration_version,
    display_name: getDisplayName(app),
    bootstrap_url: `${context.settings.base_url}/api/v1/apps/${app.app_code}/clients/${app.client_code}/bootstrap`,
    methods: METHODS.map((method) => ({
      method,
      is_allowed: open_methods[method],
      is_switched_on: app.methods[method] ?? method !== "registration",
      is_on: methods[method],
    })),
    identity_provider: getIdentityProviderName(app),
    capabilities: SWITCHED_CAPABILITIES.filter((id) => open_capabilities[id]).map((id) => ({
      id,
      is_allowed: true,
      is_switched_on: app.capabilities[id] ?? true,
      is_on: capabilities[id],
      feature: getCapability(id).feature ?? null,
    })),
    quick_actions: sortQuickActions(app.quick_actions).map((id) => ({
      id,
      capability: QUICK_ACTIONS[id],
      is_hidden: app.hidden_quick_actions.includes(id),
      is_on: capabilities[QUICK_ACTIONS[id]],
    })),
    branding: {
      display_name: branding.display_name ?? null,
      tagline: branding.tagline ?? null,
      logo_url: branding.logo_url ?? null,
      primary_color: branding.primary_color ?? null,
      background_color: branding.background_color ?? null,
      support_email: branding.support_email ?? null,
      support_phone: branding.support_phone ?? null,
      support_url: branding.support_url ?? null,
      terms_url: branding.terms_url ?? null,
      privacy_url: branding.privacy_url ?? null,
    },
    registration: {
      ...getRegistrationRules(app),
      sms_configured: await isSmsConfigured(context, app.business_id),
    },
    customer_template_id: app.customer_template_id,
    version_policy: {
      min_supported: policy.min_supported ?? null,
      recommended: policy.recommended ?? null,
      message: policy.message ?? null,
      store_url_ios: policy.store_urls?.ios ?? null,
      store_url_android: policy.store_urls?.android ?? null,
      blocked: [...(policy.blocked ?? [])],
    },
  };
}
