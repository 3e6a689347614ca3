/** Steps of a rider, kept on the device and sent in order; jobs are shown as they are after them. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { client } from "../../../../api/client.ts";
import type { Attachment } from "../../../../field/photos.ts";
import type { RiderStep } from "../../../../offline/channels.ts";
import { fetchKept } from "../../../../offline/fetch-kept.ts";
import type { QueuedItem } from "../../../../offline/items.ts";
import { getPosition } from "../../../../offline/positions.ts";
import type { Queue } from "../../../../offline/queue.ts";
import { useQueue, useQueueState } from "../../../../offline/use-queue.ts";
import { failed } from "../../../../parts/toast.ts";
import { INSTANT_KEYS, type OwnJob } from "../queries.ts";

const AFTER: Record<RiderStep, OwnJob["state"]> = {
  arrive_pickup: "AT_PICKUP",
  pick_up: "PICKED_UP",
  arrive_dropoff: "AT_DROPOFF",
  complete: "COMPLETED",
  return_goods: "RETURNED",
  problem: "CANCELLED",
};
const ENDED: readonly OwnJob["state"][] = ["COMPLETED", "RETURNED", "CANCELLED"];

/** Jobs after the steps that are not sent yet; what a problem leads to, the service decides. */
function applySteps(jobs: readonly OwnJob[], items: readonly QueuedItem[]): OwnJob[] {
  const steps = items.filter(({ channel, state }) => channel === "rider" && state === "waiting");
  return jobs
    .map((job) => {
      const last = steps.findLast(({ body }) => body["instant_job_id"] === job.id);
      return last === undefined ? job : { ...job, state: AFTER[last.type as RiderStep] };
    })
    .filter(({ state }) => !ENDED.includes(state));
}

const KEPT = {
  meta: { live: ["instant_job", "instant_offer", "rider"] },
  networkMode: "always",
  retry: false,
  placeholderData: keepPreviousData,
} as const;

const jobsQuery = ({ database }: Queue) =>
  queryOptions({
    ...KEPT,
    queryKey: ["instant", "jobs"],
    queryFn: ({ signal }): Promise<readonly OwnJob[]> =>
      fetchKept(
        database,
        "jobs",
        async () => (await client.instantRiderJobs({ active: true }, { signal })).jobs,
      ),
  });

export const riderQuery = ({ database }: Queue) =>
  queryOptions({
    ...KEPT,
    queryKey: ["instant", "rider"],
    queryFn: ({ signal }) => fetchKept(database, "rider", () => client.instantRider({}, { signal })),
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
          const { job } = outcome.answer as { job: OwnJob };
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

/** Keeps a step of a job; false when the device could not. */
export function useStep({ id, order_ref, tracking_number }: OwnJob) {
  const queue = useQueue();
  return async (
    type: RiderStep,
    body: Record<string, unknown> = {},
    photos: readonly Attachment[] = [],
  ): Promise<boolean> => {
    try {
      await queue.add(
        {
          channel: "rider",
          type,
          subject: `job/${id}`,
          label: order_ref ?? tracking_number,
          body: { instant_job_id: id, ...getPosition(), ...body },
          occurred_at: new Date().toISOString(),
        },
        photos,
      );
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };
}

export const listPhotoProofs = (photos: readonly Attachment[]) =>
  photos.map(({ key, captured_at }) => ({ kind: "photo", file_id: { $file: key }, captured_at }));
