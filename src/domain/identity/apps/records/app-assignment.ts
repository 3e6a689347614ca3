/** Assignments: an app that a client has, what the platform allows it there, and what the client set. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { AppType, DevicePlatform } from "../capabilities.ts";
import { messages } from "../messages.ts";
import type { VersionPolicy } from "../versions.ts";

interface Branding {
  display_name?: string | null;
  tagline?: string | null;
  logo_url?: string | null;
  primary_color?: string | null;
  background_color?: string | null;
  support_email?: string | null;
  support_phone?: string | null;
  support_url?: string | null;
  terms_url?: string | null;
  privacy_url?: string | null;
}

interface RegistrationSettings {
  phone_verification_required?: boolean;
  default_phone_region?: string | null;
  requires_approval?: boolean;
}

export interface StoredVersionPolicy extends VersionPolicy {
  message?: string | null;
  store_urls?: Partial<Record<DevicePlatform, string | null>>;
}

interface AssignmentRow extends Row<"app_assignment"> {
  status: "active" | "suspended";
  /** Null: everything that the app allows. */
  allowed_capabilities: string[] | null;
  allowed_methods: string[] | null;
  /** The client's switches; what is absent has its default. */
  capabilities: Record<string, boolean>;
  methods: Record<string, boolean>;
  branding: Branding;
  registration: RegistrationSettings;
  version_policy: StoredVersionPolicy;
}

export const AssignmentRecord = defineRecord<"app_assignment", AssignmentRow>("app_assignment");

/** An app as assigned to a client, with everything that decides what it may do. */
export interface AppRow extends AssignmentRow {
  assignment_id: number;
  app_code: string;
  app_name: string;
  app_type: AppType;
  schema_version: number;
  app_status: "active" | "killed";
  roles: string[];
  app_capabilities: string[];
  app_methods: string[];
  identity_provider: string | null;
  server_client_id: string | null;
  client_code: string;
  client_name: string;
  business_status: string;
  country: string;
  business_locale: string;
  feature_families: Record<string, boolean>;
  feature_gates: Record<string, boolean>;
}

export const SELECT_APP = `select g.*, g.id as assignment_id, p.code as app_code, p.name as app_name, p.type as app_type,
    p.schema_version, p.status as app_status, p.roles, p.capabilities as app_capabilities, p.methods as app_methods,
    p.identity_provider, p.server_client_id, b.code as client_code, b.name as client_name, b.status as business_status,
    b.country, b.locale as business_locale, b.feature_families, b.feature_gates
  from app_assignment g join platform_app p on p.id = g.app_id
  join business b on b.id = g.business_id`;

export function findApp(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  app_code: string,
): Promise<AppRow | undefined> {
  return db.row<AppRow>(`${SELECT_APP} where g.business_id = $1 and p.code = $2`, [business_id, app_code]);
}

export const getOwnApp = defineGet(findApp, (_context, code) => messages.no_own_app.with({ code }));
