/** When a delivery is tried again, what its outcome means for the endpoint, and which events go where. */
import type { DeliveryError } from "#providers/webhooks/port.ts";

export const ENDPOINT_STATES = ["ACTIVE", "FAILING", "DISABLED"] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];
export const DELIVERY_STATES = ["PENDING", "RETRYING", "DELIVERED", "EXHAUSTED"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** After the first, second … failed attempt; the eighth is the last. */
const RETRY_DELAYS_S = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];
const RETRY_AFTER_MAX_S = 36_000;

/** An endpoint that never answered for this long is called failing. */
const FAILING_AFTER_MS = 5 * 60_000;
const DISABLED_AFTER_MS = 5 * 86_400_000;
/** After so many failures in a row deliveries wait, and one at a time tries whether the receiver is back. */
export const FAILURES_UNTIL_PAUSE = 20;
const PAUSE_MIN_S = 5;
const PAUSE_MAX_S = 300;

export interface Outcome {
  at: Date;
  status: number | null;
  error: DeliveryError | null;
  retry_after_s: number | null;
}

export interface NextStep {
  state: DeliveryState;
  next_at: Date | null;
}

/** `attempts` are those so far, this one included. */
export function decideNextStep({ at, error, retry_after_s }: Outcome, attempts: number): NextStep {
  if (error === null) return { state: "DELIVERED", next_at: null };
  const delay_s = RETRY_DELAYS_S[attempts - 1];
  if (delay_s === undefined || error === "gone") return { state: "EXHAUSTED", next_at: null };
  const wait_s = Math.max(delay_s, Math.min(retry_after_s ?? 0, RETRY_AFTER_MAX_S));
  return { state: "RETRYING", next_at: new Date(at.getTime() + wait_s * 1000) };
}

export interface EndpointHealth {
  state: EndpointState;
  disabled_reason: "gone" | "failing" | null;
  failures: number;
  failing_since: Date | null;
  pause_until: Date | null;
}

/** After the outcomes of some attempts, in the order in which they ended. */
export function decideHealth(before: EndpointHealth, outcomes: readonly Outcome[]): EndpointHealth {
  let health = before;
  for (const outcome of outcomes) {
    if (health.state === "DISABLED") return health;
    health = outcome.error === null ? HEALTHY : decideAfterFailure(health, outcome);
  }
  return health;
}

const HEALTHY: EndpointHealth = {
  state: "ACTIVE",
  disabled_reason: null,
  failures: 0,
  failing_since: null,
  pause_until: null,
};

function decideAfterFailure(health: EndpointHealth, { at, error, retry_after_s }: Outcome): EndpointHealth {
  const failing_since = health.failing_since ?? at;
  // One that was under way when deliveries were held back says nothing new.
  if (error !== "gone" && health.pause_until !== null && health.pause_until > at) return health;
  const failures = health.failures + 1;
  const failing_ms = at.getTime() - failing_since.getTime();
  if (error === "gone" || failing_ms >= DISABLED_AFTER_MS) {
    const disabled_reason = error === "gone" ? "gone" : "failing";
    return { state: "DISABLED", disabled_reason, failures, failing_since, pause_until: null };
  }
  const beyond = failures - FAILURES_UNTIL_PAUSE;
  const pause_s = beyond < 0 ? 0 : Math.min(PAUSE_MAX_S, PAUSE_MIN_S * 2 ** Math.min(beyond, 20));
  const asked_s = error === "rate_limited" ? Math.min(retry_after_s ?? 0, PAUSE_MAX_S) : 0;
  const wait_s = Math.max(pause_s, asked_s);
  return {
    state: failing_ms >= FAILING_AFTER_MS ? "FAILING" : health.state,
    disabled_reason: null,
    failures,
    failing_since,
    pause_until: wait_s === 0 ? health.pause_until : new Date(at.getTime() + wait_s * 1000),
  };
}

/** The receiver answers again after it was called failing, or after deliveries were held back. */
export const isRecovery = (before: EndpointHealth, after: EndpointHealth): boolean =>
  after.failures === 0 && (before.state === "FAILING" || before.failures >= FAILURES_UNTIL_PAUSE);

/** `*`, or all of one aggregate: `order.*`. */
export const isPattern = (type: string): boolean => type === "*" || type.endsWith(".*");

export const listPatterns = (type: string): string[] => [type, `${type.slice(0, type.indexOf("."))}.*`, "*"];

/** The id of a published event: the same at every attempt, and unique for an event and a type. It has no dot, which separates what is signed. */
export const buildMessageId = (event_id: number, type: string): string =>
  `evt_${event_id}_${type.replace(".", "-")}`;
