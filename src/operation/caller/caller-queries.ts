/** What authentication reads across businesses to identify a caller. The families that own the tables define the queries. */
import type { PartnerUse } from "#vocabulary/partners.ts";
import type { StoredPermissions } from "../define/scopes.ts";
import type { DailyCaps } from "../limits/token-caps.ts";
import type { BusinessColumns } from "./business.ts";

export interface TokenRow extends BusinessColumns, StoredPermissions {
  token_id: number;
  kind: "login" | "api" | "app";
  profile: string | null;
  scopes: string[] | null;
  expires_at: string | null;
  calls_per_minute: number | null;
  orders_per_day: number | null;
  money_minor_per_day: number | null;
  bound_to: Record<string, unknown>;
  /** Path of the only resource that it is for; null for the whole installation. */
  resource: string | null;
  account_id: number;
  role: string;
  account_status: string;
  name: string;
  email: string;
  locale: string;
  customer_id: number | null;
  driver_id: number | null;
  contractor_id: number | null;
  warehouse_ids: number[];
  hidden_prices: string[];
  /** False for the session of an app that was withdrawn from its client, or whose session ended. */
  app_allowed: boolean;
}

/** A partner, by the id of its key. */
export interface PartnerRow extends BusinessColumns {
  business_id: number;
  partner_id: number;
  code: string;
  name: string;
  status: "active" | "suspended" | "revoked";
  /** Sealed; the newest first. */
  secrets: string[];
  uses: PartnerUse[];
  source_types: string[];
  subject_patterns: string[];
  formats: string[];
  requests_per_s: number | null;
  allows_bearer: boolean;
  last_used_at: string | null;
}

/** A link by the hash of its token, whatever its state. */
export interface LinkRow extends BusinessColumns {
  business_id: number;
  link_id: number;
  subject_type: string;
  subject_id: string;
  operations: string[];
  expires_at: string;
  revoked_at: string | null;
}

/** A device by the id of its key, whatever its state. */
export interface DeviceKeyRow extends BusinessColumns {
  business_id: number;
  device_id: number;
  name: string;
  is_retired: boolean;
  /** Ed25519, 32 bytes. */
  public_key: Buffer;
}

export interface CallerQueries {
  /** The account behind a token that was not revoked; it may have expired. */
  findAccountOfToken(token_hash: Buffer): Promise<TokenRow | undefined>;
  /** The account itself, for jobs and approvals that run on its behalf. */
  findAccount(account_id: number): Promise<TokenRow | undefined>;
  /** A business, whatever its status. */
  findBusiness(business_id: number): Promise<BusinessColumns | undefined>;
  /** The daily limits of a token, revoked or not; undefined without any. */
  findDailyCaps(token_id: number): Promise<DailyCaps | undefined>;
  touchToken(token_id: number, at: Date): Promise<void>;
  findLinkOfToken(token_hash: Buffer): Promise<LinkRow | undefined>;
  /** It was used so many times since it was last written. */
  touchLink(business_id: number, link_id: number, at: Date, uses: number): Promise<void>;
  /** The partner whose key has this id, whatever its status. */
  findPartnerOfKey(key_id: string): Promise<PartnerRow | undefined>;
  /** Its key was used. Written when it was not for `before`, and by one request of a process at a time. */
  touchPartner(business_id: number, partner_id: number, at: Date, before: Date): Promise<void>;
  findDeviceOfKey(key_id: string): Promise<DeviceKeyRow | undefined>;
  /** False when the device used this nonce before: of several at once one is accepted, in any process. */
  acceptDeviceNonce(business_id: number, device_id: number, nonce: string, at: Date): Promise<boolean>;
  /** Origins of web pages that any active business allows. */
  listAllowedOrigins(): Promise<string[]>;
}
