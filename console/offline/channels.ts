/** How each channel sends its items. A number of the device's sequence runs once, so that sending again is safe. */
import type { DriverSyncInput, WmsSyncInput } from "../../packages/client/client.gen.ts";
import { client } from "../api/client.ts";
import type { ChannelName, ItemOutcome, QueuedItem } from "./items.ts";

interface SentItem {
  seq: number;
  result: boolean;
  answer?: Record<string, unknown>;
  status?: number;
  error_code?: string;
  message?: string;
  errors?: { message: string }[];
}

export type Unsent = { route_id: number; commands: number }[];

interface Channel {
  /** Items of one request. */
  size: number;
  /** `unsent`: what stays on the device, by route. */
  post: (items: readonly QueuedItem[], device_id: string, unsent: Unsent) => Promise<ItemOutcome[]>;
}

const SEND_MS = 60_000;
const limit = () => ({ signal: AbortSignal.timeout(SEND_MS) });

function toOutcome({ seq, result, answer, ...refused }: SentItem): ItemOutcome {
  if (result) return { seq, result, answer: answer ?? {} };
  const { message = "", error_code = "", status = 422, errors = [] } = refused;
  return {
    seq,
    result: false,
    refusal: { message, error_code, status, details: errors.map((one) => one.message) },
  };
}

const buildItems = (items: readonly QueuedItem[]) =>
  items.map(({ seq, type, occurred_at, body }) => ({ seq, type, occurred_at, body }));

/** Steps of a rider, each with a route of its own. */
const RIDER_STEPS = {
  arrive_pickup: client.instantRiderJobArrivedPickup,
  pick_up: client.instantRiderJobPickedUp,
  arrive_dropoff: client.instantRiderJobArrivedDropoff,
  complete: client.instantRiderJobComplete,
  return_goods: client.instantRiderJobReturned,
  problem: client.instantRiderJobProblem,
  release: client.instantRiderJobRelease,
} as const;
export type RiderStep = keyof typeof RIDER_STEPS;

export const CHANNEL: Record<ChannelName, Channel> = {
  driver: {
    size: 50,
    async post(items, device_id, unsent) {
      const sent_at = new Date().toISOString();
      const batch = buildItems(items) as DriverSyncInput["items"];
      const { items: synced } = await client.driverSync(
        { device_id, sent_at, unsent, items: batch },
        limit(),
      );
      return synced.map(toOutcome);
    },
  },
  warehouse: {
    size: 50,
    async post(items, device_id) {
      const sent_at = new Date().toISOString();
      const batch = buildItems(items) as WmsSyncInput["items"];
      const { items: synced } = await client.wmsSync({ device_id, sent_at, items: batch }, limit());
      return synced.map(toOutcome);
    },
  },
  rider: {
    size: 1,
    async post([item], device_id) {
      if (item === undefined) return [];
      const { seq, occurred_at, body } = item;
      const step = RIDER_STEPS[item.type as RiderStep] as (
        input: object,
        options: object,
      ) => Promise<Record<string, unknown>>;
      return [{ seq, result: true, answer: await step({ ...body, device_id, seq, occurred_at }, limit()) }];
    },
  },
};
