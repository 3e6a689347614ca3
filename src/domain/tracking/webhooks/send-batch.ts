/** Sends a batch to its endpoint: several at once, those of one subject one after the other. */
import type { Runtime } from "#operation/define/runtime.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import type { Batch, WaitingDelivery } from "./load-batch.ts";
import { buildPublishedEvent, type StoredEvent } from "./published.ts";
import type { SentDelivery } from "./records/webhook-delivery.ts";
import { readHealth } from "./records/webhook-endpoint.ts";
import { openSecrets } from "./records/webhook-secret.ts";
import { decideHealth, decideNextStep } from "./rules.ts";
import { type SignedMessage, signMessage } from "./signature.ts";

const CONCURRENCY = 10;
/** After this long nothing more of the batch is begun, so that a slow receiver does not keep its place for long. */
const TURN_MS = 20_000;

const ALL_PRICES = new Set(PRICE_FAMILIES);
const NO_PRICES = new Set<never>();

function buildBody(
  runtime: Pick<Runtime, "registry">,
  event: StoredEvent,
  type: string,
  hide_prices: boolean,
): { id: string; body: string } {
  const published = buildPublishedEvent(
    runtime.registry.events,
    event,
    type,
    hide_prices ? ALL_PRICES : NO_PRICES,
  );
  return { id: published.id, body: JSON.stringify(published) };
}

/** The headers of Standard Webhooks. */
export const buildHeaders = (keys: readonly Buffer[], message: SignedMessage): Record<string, string> => ({
  "webhook-id": message.id,
  "webhook-timestamp": message.timestamp,
  "webhook-signature": signMessage(keys, message),
});

export const toUnixSeconds = (at: Date | string): string => String(Math.floor(new Date(at).getTime() / 1000));

/** In the order in which they ended. */
export async function sendBatch(
  runtime: Runtime,
  { endpoint, flags, secrets, deliveries }: Batch,
  stopping: () => boolean,
): Promise<SentDelivery[]> {
  const keys = openSecrets(runtime.settings.secret_key, secrets);
  const ends_at = performance.now() + TURN_MS;
  const sent_deliveries: SentDelivery[] = [];
  let health = readHealth(endpoint);
  const isEnough = () => {
    const { state, pause_until } = health;
    const is_held_back = state === "DISABLED" || (pause_until !== null && pause_until > runtime.now());
    return is_held_back || stopping() || performance.now() > ends_at;
  };

  async function sendOne(delivery: WaitingDelivery): Promise<boolean> {
    const { id, body } = buildBody(runtime, delivery, delivery.event_type, flags.hide_prices);
    const at = runtime.now();
    const message = { id, timestamp: toUnixSeconds(at), body };
    const answer = await runtime.providers.webhooks.post(endpoint.url, buildHeaders(keys, message), body);
    const { status, error, duration_ms, excerpt, retry_after_s } = answer;
    const outcome = { at: runtime.now(), status, error, retry_after_s };
    health = decideHealth(health, [outcome]);
    sent_deliveries.push({
      delivery_id: delivery.delivery_id,
      outcome,
      attempt: { at: at.toISOString(), status, error, duration_ms, response: excerpt },
      ...decideNextStep(outcome, delivery.attempt_count + 1),
    });
    return error === null;
  }

  const waiting = listChains(deliveries, flags.ordered).values();
  async function sendChains(): Promise<void> {
    for (const chain of waiting) {
      for (const delivery of chain) {
        if (isEnough()) return;
        // What follows it in its subject waits until it is tried again.
        if (!(await sendOne(delivery))) break;
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, sendChains));
  return sent_deliveries;
}

function listChains(deliveries: readonly WaitingDelivery[], ordered: boolean): WaitingDelivery[][] {
  if (!ordered) return deliveries.map((delivery) => [delivery]);
  return [
    ...Map.groupBy(deliveries, ({ subject, replay_of, delivery_id }) =>
      replay_of === null ? subject : delivery_id,
    ).values(),
  ];
}
