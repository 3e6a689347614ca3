/**
 * Change the appearance and behaviour of one's app. Members that are not sent stay unchanged; null resets a member to
 * its default. Each change raises the configuration's version, which apps compare. Source: our choice.
 */
import { isSupportedCountry } from "libphonenumber-js";
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { canonicalJson } from "#operation/records/events.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { AppCode } from "../app.ts";
import { METHODS, QUICK_ACTION_IDS, SWITCHED_CAPABILITIES } from "../capabilities.ts";
import {
  BrandingChange,
  buildClientApp,
  ClientApp,
  PolicyChange,
  RegistrationChange,
  switches,
} from "../client-shapes.ts";
import { messages } from "../messages.ts";
import {
  type AppRow,
  AssignmentRecord,
  findApp,
  getOwnApp,
  type StoredVersionPolicy,
} from "../records/app-assignment.ts";
import { compareVersions } from "../versions.ts";

const QuickActions = (description: string) =>
  Type.Optional(Type.Array(StringEnum(QUICK_ACTION_IDS), { maxItems: 8, uniqueItems: true, description }));

export const updateClientApp = defineOperation({
  name: "clientAppUpdate",
  summary: "Update an own app",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/apps/{appCode}" },
  needs_sign_in: ["methods", "capabilities", "registration", "version_policy"],
  input: Type.Object({
    appCode: Ref("app", AppCode),
    methods: Type.Optional(
      switches(METHODS, "Ways of signing in; registration is off until it is switched on."),
    ),
    capabilities: Type.Optional(switches(SWITCHED_CAPABILITIES, "False switches a capability off.")),
    quick_actions: QuickActions("Shortcuts in their order; those not named come after."),
    hidden_quick_actions: QuickActions("Shortcuts that are not shown."),
    branding: Type.Optional(BrandingChange),
    registration: Type.Optional(RegistrationChange),
    customer_template_id: Type.Optional(Nullable(Ref("template"))),
    version_policy: Type.Optional(PolicyChange),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), app: ClientApp }),

  async run(context, { appCode, ...input }) {
    const { db, business_id, emit, refuse, expectVersion } = context;
    // Locked before it is read, so that concurrent changes are not lost.
    await db.row(
      "select g.id from app_assignment g join platform_app p on p.id = g.app_id where g.business_id = $1 and p.code = $2 for update of g",
      [business_id, appCode],
    );
    const old = await getOwnApp(context, appCode);
    expectVersion(old.configuration_version);
    const after = applyChange(old, input);
    const faults = findFaults(after);
    if (input.customer_template_id) {
      const template = await db.row(
        "select id from customer_template where business_id = $1 and id = $2 for share",
        [business_id, input.customer_template_id],
      );
      if (template === undefined)
        faults.push({ field: "customer_template_id", message: messages.no_template });
    }
    if (faults.length > 0)
      throw refuse("invalid_request", { message: refusals.settings_not_valid, errors: faults });

    const changed = MEMBERS.filter((member) => canonicalJson(after[member]) !== canonicalJson(old[member]));
    if (changed.length > 0) {
      await AssignmentRecord.change(context, old, {
        ...after,
        configuration_version: old.configuration_version + 1,
      });
      const members = (from: ChangedColumns) =>
        Object.fromEntries(changed.map((member) => [member, from[member]]));
      emit({
        subject: { type: "app_assignment", id: old.assignment_id },
        kind: "app.settings_changed",
        payload: { app: appCode, changed },
        before: members(old),
        after: members(after),
      });
    }
    const app = (await findApp(context, appCode)) ?? old;
    return { result: true, version: app.configuration_version, app: await buildClientApp(context, app) };
  },
});

const MEMBERS = [
  "methods",
  "capabilities",
  "quick_actions",
  "hidden_quick_actions",
  "branding",
  "registration",
  "version_policy",
  "customer_template_id",
] as const satisfies readonly (keyof AppRow)[];
type ChangedColumns = Pick<AppRow, (typeof MEMBERS)[number]>;

interface Change {
  methods?: Partial<Record<string, boolean>>;
  capabilities?: Partial<Record<string, boolean>>;
  quick_actions?: string[];
  hidden_quick_actions?: string[];
  branding?: AppRow["branding"];
  registration?: AppRow["registration"];
  customer_template_id?: number | null;
  version_policy?: Omit<StoredVersionPolicy, "store_urls"> & {
    store_url_ios?: string | null;
    store_url_android?: string | null;
  };
}

/** A default is not stored, so that a later default applies to the client. */
function withoutDefaults<T extends object>(members: T): T {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined),
  ) as T;
}

function applyChange(old: AppRow, change: Change): ChangedColumns {
  const { store_url_ios, store_url_android, ...policy } = change.version_policy ?? {};
  const { store_urls: urls = {} } = old.version_policy;
  const store_urls = withoutDefaults({
    ios: store_url_ios === undefined ? urls.ios : store_url_ios,
    android: store_url_android === undefined ? urls.android : store_url_android,
  });
  return {
    methods: withoutDefaults({ ...old.methods, ...(change.methods as Record<string, boolean> | undefined) }),
    capabilities: withoutDefaults({
      ...old.capabilities,
      ...(change.capabilities as Record<string, boolean> | undefined),
    }),
    quick_actions: change.quick_actions ?? old.quick_actions,
    hidden_quick_actions: change.hidden_quick_actions ?? old.hidden_quick_actions,
    branding: withoutDefaults({ ...old.branding, ...change.branding }),
    registration: withoutDefaults({ ...old.registration, ...change.registration }),
    version_policy: withoutDefaults({
      ...old.version_policy,
      ...policy,
      store_urls: Object.keys(store_urls).length === 0 ? undefined : store_urls,
    }),
    customer_template_id:
      change.customer_template_id === undefined ? old.customer_template_id : change.customer_template_id,
  };
}

/** Faults that the schema cannot check. */
function findFaults({ registration, version_policy }: ChangedColumns): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  const { default_phone_region: region } = registration;
  if (region && !isSupportedCountry(region))
    faults.push({ field: "registration/default_phone_region", message: messages.no_telephone_region });
  const { min_supported, recommended } = version_policy;
  if (min_supported && recommended && compareVersions(recommended, min_supported) < 0)
    faults.push({ field: "version_policy/recommended", message: messages.not_before_min_supported });
  return faults;
}
