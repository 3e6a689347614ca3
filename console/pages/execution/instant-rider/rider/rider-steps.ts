/** Steps of a rider, kept on the device and sent in order; jobs are shown as they are after them. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { client } from "../../../../api/client.ts";
import type { HandoverTask } from "../../../../field/handover/proofs.ts";
import { text as fieldText } from "../../../../field/text.ts";
import type { RiderStep } from "../../../../offline/channels.ts";
import { fetchWithFallback } from "../../../../offline/fetch-with-fallback.ts";
import type { QueuedItem } from "../../../../offline/items.ts";
import { getPosition } from "../../../../offline/positions.ts";
import type { NewFile, Queue } from "../../../../offline/queue.ts";
import { useQueue, useQueueState } from "../../../../offline/use-queue.ts";
import { notifyFailure } from "../../../../parts/toast.ts";
import { INSTANT_KEYS, type OwnJob } from "../queries.ts";

const AFTER: Record<RiderStep, OwnJob["state"]> = {
  arrive_pickup: "AT_PICKUP",
  pick_up: "PICKED_UP",
  arrive_dropoff: "AT_DROPOFF",
  complete: "COMPLETED",
  return_goods: "RETURNED",
  problem: "CANCELLED",
  release: "CANCELLED",
};
const ENDED: readonly OwnJob["state"][] = ["COMPLETED", "RETURNED", "CANCELLED"];

/** A job as it is on this device. */
export interface KeptJob extends OwnJob {
  /** Its last step is not sent yet: until the service has accepted it, the job is not over. */
  is_waiting: boolean;
  /** A step that the service did not accept, to be corrected. */
  refused: QueuedItem | undefined;
}

/**
 * Jobs after the steps that are not sent yet; what a problem leads to, the service decides. A job whose last step waits is
 * shown until that is accepted: a PIN may be wrong.
 */
export function applySteps(jobs: readonly OwnJob[], items: readonly QueuedItem[]): KeptJob[] {
  const steps = items.filter(({ channel }) => channel === "rider");
  return jobs
    .map((job): KeptJob => {
      const job_steps = steps.filter(({ body }) => body["instant_job_id"] === job.id);
      const last = job_steps.findLast(({ state }) => state === "waiting");
      const refused = job_steps.find(({ state }) => state === "refused");
      return last === undefined
        ? { ...job, is_waiting: false, refused }
        : { ...job, state: AFTER[last.type as RiderStep], is_waiting: true, refused };
    })
    .filter(({ state, is_waiting }) => is_waiting || !ENDED.includes(state));
}

/** Refused steps of jobs that the rider has no more: somebody else has them, or they ended. */
export const listOrphans = (jobs: readonly OwnJob[], items: readonly QueuedItem[]): QueuedItem[] =>
  items.filter(
    ({ channel, state, body }) =>
      channel === "rider" && state === "refused" && !jobs.some(({ id }) => id === body["instant_job_id"]),
  );

/** The order of a job as the forms of the apps take it. */
export const toHandoverTask = (job: OwnJob, action: "pickup" | "dropoff"): HandoverTask => ({
  action,
  order_id: job.order_id,
  tracking_number: job.tracking_number,
  ref: job.order_ref,
  parcels: job.parcels,
  required_proofs: action === "pickup" ? [] : job.proofs_required,
  pin_hash: job.pin_hash,
  pin_tries_left: job.pin_tries_left,
  cod_minor: action === "pickup" ? 0 : job.cod_minor,
  currency: job.cod_currency,
});

export const isEnded = ({ state }: Pick<OwnJob, "state">): boolean => ENDED.includes(state);

const OFFLINE_OPTIONS = {
  meta: { live: ["instant_job", "instant_offer", "rider"] },
  networkMode: "always",
  retry: false,
  placeholderData: keepPreviousData,
} as const;

const jobsQuery = ({ database }: Queue) =>
  queryOptions({
    ...OFFLINE_OPTIONS,
    queryKey: ["instant", "jobs"],
    queryFn: ({ signal }): Promise<readonly OwnJob[]> =>
      fetchWithFallback(
        database,
        "jobs",
        async () => (await client.instantRiderJobs({ active: true }, { signal })).jobs,
      ),
  });

export const reasonsQuery = ({ database }: Queue) =>
  queryOptions({
    networkMode: "always",
    retry: false,
    queryKey: ["return-reasons", "rider"],
    queryFn: ({ signal }) =>
      fetchWithFallback(database, "rider-reasons", async () =>
        (await client.returnReasons({}, { signal })).reasons.filter(({ active }) => active),
      ),
  });

export const earningsQuery = ({ database }: Queue, day: string) =>
  queryOptions({
    ...OFFLINE_OPTIONS,
    queryKey: ["instant", "earnings", day],
    queryFn: ({ signal }) =>
      fetchWithFallback(database, "earnings", () =>
        client.instantRiderEarnings({ from: day, to: day, per_page: 200 }, { signal }),
      ),
  });

export const riderQuery = ({ database }: Queue) =>
  queryOptions({
    ...OFFLINE_OPTIONS,
    queryKey: ["instant", "rider"],
    queryFn: ({ signal }) => fetchWithFallback(database, "rider", () => client.instantRider({}, { signal })),
  });

export function useOwnJobs() {
  const queue = useQueue();
  const queries = useQueryClient();
  const { items } = useQueueState();
  const query = useQuery(jobsQuery(queue));
  useEffect(
    () =>
      queue.onSettled(({ item, outcome }) => {
        if (item.channel !== "rider") return;
        if (outcome.result) {
          const { job } = outcome.answer as { job?: OwnJob };
          if (job !== undefined)
            queries.setQueryData<readonly OwnJob[]>(["instant", "jobs"], (jobs) =>
              jobs?.map((one) => (one.id === job.id ? job : one)),
            );
        }
        for (const queryKey of INSTANT_KEYS) void queries.invalidateQueries({ queryKey });
      }),
    [queue, queries],
  );
  const data = useMemo(
    () => (query.data === undefined ? undefined : applySteps(query.data, items)),
    [query.data, items],
  );
  return { data, error: query.error, refetch: query.refetch };
}

/** Keeps a step of a job; false when the device could not. It takes the place of the one that was not accepted. */
export function useStep({ id, order_ref, tracking_number, refused }: KeptJob) {
  const queue = useQueue();
  return async (
    type: RiderStep,
    body: Record<string, unknown> = {},
    files: readonly NewFile[] = [],
  ): Promise<boolean> => {
    // What is corrected happened when it happened.
    const occurred_at = refused?.type === type ? refused.occurred_at : new Date().toISOString();
    try {
      await queue.add(
        {
          channel: "rider",
          type,
          subject: `job/${id}`,
          label: order_ref ?? tracking_number,
          body: { instant_job_id: id, ...getPosition(), ...body },
          occurred_at,
        },
        files,
        refused?.seq,
      );
      return true;
    } catch (error) {
      notifyFailure(error, fieldText.form.not_kept);
      return false;
    }
  };
}
