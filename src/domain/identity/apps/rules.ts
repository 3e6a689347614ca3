/** Decisions about apps: what is on, the order of shortcuts, whether a session token is valid for a refresh. Pure. */
import type { FeatureName } from "#vocabulary/features.ts";
import {
  type AppType,
  CAPABILITY_IDS,
  type CapabilityId,
  getCapability,
  METHODS,
  type Method,
  QUICK_ACTION_IDS,
  QUICK_ACTIONS,
  type QuickAction,
} from "./capabilities.ts";

export interface Switches {
  type: AppType;
  /** What the platform allows the app, and what it allows this client of it (null: the same). */
  capabilities: readonly string[];
  allowed_capabilities: readonly string[] | null;
  app_methods: readonly string[];
  allowed_methods: readonly string[] | null;
  /** The client's own. */
  client_capabilities: Readonly<Record<string, boolean>>;
  client_methods: Readonly<Record<string, boolean>>;
  /** Feature families that are on in the business. */
  features: ReadonlySet<FeatureName>;
  /** Capabilities that an operation of the installation provides. */
  provided: ReadonlySet<string>;
  /** The app has an identity provider that the installation knows, and an audience there. */
  idp_configured: boolean;
}

/**
 * Registration is closed until the client opens it; whatever else the platform allows is on unless the client turns it
 * off.
 */
const METHOD_DEFAULTS: Record<Method, boolean> = { idp: true, email: true, registration: false };

export function computeMethods(switches: Switches): Record<Method, boolean> {
  const { type, app_methods, allowed_methods, client_methods, idp_configured } = switches;
  const isOn = (method: Method) =>
    getCapability(`auth.${method}`).types.includes(type) &&
    app_methods.includes(method) &&
    (allowed_methods?.includes(method) ?? true) &&
    (client_methods[method] ?? METHOD_DEFAULTS[method]) &&
    (method !== "idp" || idp_configured);
  return Object.fromEntries(METHODS.map((method) => [method, isOn(method)])) as Record<Method, boolean>;
}

/**
 * A capability is on if an operation provides it, the platform allows it, the client switched it on, its feature family
 * is on, and the app's type has it.
 */
export function computeCapabilities(switches: Switches): Record<CapabilityId, boolean> {
  const methods = computeMethods(switches);
  const isOn = (id: CapabilityId) => {
    const { types, feature, method } = getCapability(id);
    if (method !== undefined) return methods[method];
    return (
      switches.provided.has(id) &&
      types.includes(switches.type) &&
      switches.capabilities.includes(id) &&
      (switches.allowed_capabilities?.includes(id) ?? true) &&
      (switches.client_capabilities[id] ?? true) &&
      (feature === undefined || switches.features.has(feature))
    );
  };
  return Object.fromEntries(CAPABILITY_IDS.map((id) => [id, isOn(id)])) as Record<CapabilityId, boolean>;
}

/** Every shortcut, in the client's order; those without a position follow in the default order. */
export function sortQuickActions(placed: readonly string[]): QuickAction[] {
  const known_actions = placed.filter((id): id is QuickAction =>
    QUICK_ACTION_IDS.includes(id as QuickAction),
  );
  return [...new Set([...known_actions, ...QUICK_ACTION_IDS])];
}

/** Shortcuts in the client's order, without hidden ones and those whose capability is off. */
export function filterQuickActions(
  placed: readonly string[],
  hidden: readonly string[],
  capabilities: Readonly<Record<CapabilityId, boolean>>,
): QuickAction[] {
  return sortQuickActions(placed).filter((id) => !hidden.includes(id) && capabilities[QUICK_ACTIONS[id]]);
}

/** The service that holds the money of a wallet; none while no operation provides its balance. */
export function getWalletService(provided: ReadonlySet<string>): {
  source_of_truth: string;
  ledger_mode: string;
} {
  return provided.has("wallet.balance")
    ? { source_of_truth: "ledger", ledger_mode: "double_entry" }
    : { source_of_truth: "none", ledger_mode: "none" };
}

/** Black or white, whichever is more readable on a colour (WCAG 2.2, relative luminance). */
export function chooseTextColour(colour: string): "#000000" | "#ffffff" {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? "#ffffff" : "#000000";
}

/** For concurrent refreshes with one token, and for one whose answer was lost. */
const REUSE_GRACE_MS = 10_000;

export interface SentToken {
  assignment_id: number;
  device_id: string;
  device_platform: string;
  expires_at: string | null;
  rotated_at: string | null;
  token_revoked_at: string | null;
  session_revoked_at: string | null;
}

export interface RefreshRequest {
  assignment_id: number;
  device_id: string;
  device_platform: string;
  now: Date;
}

export type TokenCheck = "good" | "again" | "bad" | "stolen";

/**
 * Evaluate a token sent for a refresh. `again` means that its device has just replaced it, and gets the same answer.
 * `stolen` means that it was replaced before, and is sent again too late or from another device: one of two holders is
 * not the person, so the session ends.
 */
export function checkSentToken(sent_token: SentToken, asker: RefreshRequest): TokenCheck {
  if (sent_token.session_revoked_at !== null) return "bad";
  const same_device =
    sent_token.assignment_id === asker.assignment_id &&
    sent_token.device_id === asker.device_id &&
    sent_token.device_platform === asker.device_platform;
  const at = asker.now.getTime();
  if (sent_token.rotated_at !== null) {
    const since = at - Date.parse(sent_token.rotated_at);
    return same_device && since < REUSE_GRACE_MS ? "again" : "stolen";
  }
  const is_over = sent_token.expires_at !== null && Date.parse(sent_token.expires_at) <= at;
  return sent_token.token_revoked_at !== null || is_over || !same_device ? "bad" : "good";
}

/** `+5561998765432` is masked as `+55*********32`. */
export function maskPhone(e164: string): string {
  return `${e164.slice(0, 3)}${"*".repeat(Math.max(e164.length - 5, 3))}${e164.slice(-2)}`;
}
