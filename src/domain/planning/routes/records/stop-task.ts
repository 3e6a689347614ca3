/** Tasks of stops: what is picked up or dropped off for which order. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import type { PlacedStop } from "../stops.ts";

export interface TaskRow extends Row<"stop_task"> {
  action: "pickup" | "dropoff" | "exchange";
  status: "PENDING" | "DONE" | "FAILED" | "REMOVED";
}

type Writer = Pick<Context, "db" | "business_id">;

// Tasks are written many at once: with the stops of whole routes, or those of a stop.

/** Of these stops, the tasks that are no longer on them. */
export const deleteTasks = (
  { db, business_id }: Writer,
  stop_ids: readonly number[],
  kept_ids: readonly number[],
): Promise<unknown> =>
  db.execute(
    "delete from stop_task where business_id = $1 and stop_id = any($2::bigint[]) and not (id = any($3::bigint[]))",
    [business_id, [...stop_ids], [...kept_ids]],
  );

/** Pending tasks, by their ids or those of their stops, stay as a record of the plan. */
export const removeTasks = (
  { db, business_id }: Writer,
  by: "id" | "stop_id",
  ids: readonly number[],
): Promise<unknown> =>
  db.execute(
    `update stop_task set status = 'REMOVED' where business_id = $1 and ${by} = any($2::bigint[]) and status = 'PENDING'`,
    [business_id, [...ids]],
  );

/** Deleted tasks again, with the ids that they had. */
export async function restoreTasks(
  { db, business_id }: Writer,
  tasks: readonly (PlacedStop["tasks"][number] & { stop_id: number })[],
): Promise<void> {
  if (tasks.length === 0) return;
  await db.execute(
    `insert into stop_task (id, business_id, stop_id, order_id, action, status) overriding system value
     select t.id, $1, t.stop_id, t.order_id, t.action, t.status
     from json_populate_recordset(null::stop_task, $2::json) t`,
    [business_id, JSON.stringify(tasks)],
  );
}

/** Outcomes of tasks, each with its own moment. */
export async function saveTaskStates(
  { db, business_id }: Writer,
  tasks: readonly { id: number; status?: TaskRow["status"]; done_at?: string | null }[],
): Promise<void> {
  await db.execute(
    `update stop_task t set status = c.status, done_at = c.done_at
      from json_populate_recordset(null::stop_task, $2::json) c
      where t.business_id = $1 and t.id = c.id`,
    [business_id, JSON.stringify(tasks)],
  );
}
