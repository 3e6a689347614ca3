/**
 * What a phone reports of an order at a stop, by when it happened: facts may arrive in any order and more than once.
 *
 * Which of them count is a function of all the facts received so far, never of the order of arrival. A fact that
 * counted and counts no longer is replaced by the fact that disproves it; a repeated one is stored and not published.
 */
import {
  changeOrders,
  listRecordedFacts,
  loadHistories,
  type OrderEventKind,
  type OrderFact,
  type OrderRow,
  type RecordedFact,
  recordFact,
  type StepEvent,
} from "#domain/orders/orders/public.ts";
import { loadEventsByNumber, type TrackingFields } from "#domain/tracking/tracking/public.ts";
import type { IncidentReason, StatusCode } from "#otep/codes.gen.ts";
import { reviseDepartures } from "./departures.ts";
import { cacheOrder, type StopOrder } from "./own-routes.ts";
import type { DriverContext } from "./refusals.ts";
import { evaluateStopFacts, isStopCommand, type StopCommand, type TaskState } from "./rules.ts";
import type { Visit } from "./visit.ts";

/** One order of a stop, and the effect of a new fact on it. */
export interface FactEvaluation {
  job: StopOrder;
  trigger: StopCommand;
  /** False for a fact that repeats another one. */
  counts: boolean;
  /** Events of the facts that it replaces. */
  replaces: number[];
  /** One of them reported the same: it was recorded already, only its time changes. */
  is_told: boolean;
  /** Facts that were repetitions and count now. */
  restored: RecordedFact[];
  /** The resulting status of the task. */
  task: TaskState;
  /** It is the latest known fact of an order under way: nothing before it needs to be checked again. */
  in_turn: boolean;
}

/** Sequence number of the fact that has none yet: after every other of its moment. */
const NEW = Number.MAX_SAFE_INTEGER;

/** Evaluate a new fact of each job, before anything is written. `stop_id` is the one that the phone sent. */
export async function evaluateFacts(
  context: DriverContext,
  visit: Visit,
  stop_id: number,
  jobs: readonly StopOrder[],
  buildCommand: (job: StopOrder) => StopCommand,
): Promise<FactEvaluation[]> {
  const { at } = visit.moment;
  const { stop } = visit.at_stop;
  const isFirst = ({ order, task }: StopOrder, trigger: StopCommand) =>
    task?.status === "PENDING" &&
    Date.parse(at) >= Date.parse(order.status_since) &&
    (trigger !== "arrive" || stop?.arrived_at === null);
  const others = jobs.filter((job) => !isFirst(job, buildCommand(job)));
  const histories =
    others.length === 0
      ? new Map<number, StepEvent[]>()
      : await loadHistories(
          context,
          others.map((job) => job.order.id),
        );
  return jobs.map((job) => {
    const trigger = buildCommand(job);
    const recorded = selectStopFacts(histories.get(job.order.id) ?? [], stop_id);
    const fact = { key: NEW, trigger, at };
    const { counting, task } = evaluateStopFacts([...recorded.map(asStopFact), fact]);
    const replaced = recorded.filter((one) => one.stands && !counting.has(one.seq));
    return {
      job,
      trigger,
      counts: counting.has(NEW),
      replaces: replaced.map((one) => one.seq),
      is_told: replaced.some((one) => one.trigger === trigger),
      restored: recorded.filter((one) => !one.stands && counting.has(one.seq)),
      task,
      in_turn:
        !others.includes(job) && (job.order.status === "OUT_FOR_DELIVERY" || job.order.status === "ARRIVED"),
    };
  });
}

function selectStopFacts(events: readonly StepEvent[], stop_id: number): RecordedFact[] {
  return listRecordedFacts(events).filter((one) => one.stop_id === stop_id && isStopCommand(one.trigger));
}

function asStopFact({ seq, trigger, at }: RecordedFact) {
  return { key: seq, trigger: trigger as StopCommand, at };
}

/** Record an evaluated fact: with its departure if it counts, else as a repetition. */
export async function recordEvaluation(
  context: DriverContext,
  visit: Visit,
  stop_id: number,
  evaluation: FactEvaluation,
  fact: Omit<OrderFact, "trigger" | "occurred_at">,
  contradicts: readonly string[] = [],
): Promise<void> {
  const { own_route } = visit.at_stop;
  const { at } = visit.moment;
  const { job, trigger, counts, replaces, is_told, restored, in_turn } = evaluation;
  const locked = () => own_route.locked.get(job.order.id) as OrderRow;
  const attention =
    contradicts.length === 0 ? {} : { attention: "unexpected_fact" as const, contradicts: [...contradicts] };
  if (!counts) {
    if (trigger === "fail" || trigger === "reject" || contradicts.length > 0)
      await recordRepeated(context, visit, evaluation, {
        ...fact,
        payload: { ...fact.payload, ...attention },
      });
    if (contradicts.length > 0)
      visit.outcomes.push({ order: locked(), moved: false, attention: "unexpected_fact" });
    return;
  }
  const goods_aboard = job.action !== "pickup";
  if (goods_aboard && !in_turn)
    await reviseDepartures(context, own_route, [job.order.id], { stop_id, order_id: job.order.id, at });
  const outcome = await recordFact(context, locked(), {
    trigger,
    occurred_at: at,
    ...fact,
    // An event of one kind records a delivery or a failure once, whatever is reported of its time afterwards.
    ...(is_told ? { kind: "order.fact_recorded" as const } : {}),
    payload: { ...fact.payload, ...attention },
    ...(goods_aboard ? { goods_aboard } : {}),
    ...(replaces.length === 0 ? {} : { replaces }),
  });
  cacheOrder(own_route, outcome.order);
  visit.outcomes.push(contradicts.length === 0 ? outcome : { ...outcome, attention: "unexpected_fact" });
  for (const one of restored) await republishFact(context, visit, evaluation, one);
}

/** A failure that repeats another one does not count, unless something that happened in between is reported later. */
async function recordRepeated(
  context: DriverContext,
  { at_stop: { own_route }, moment }: Visit,
  { job, trigger }: FactEvaluation,
  { kind, payload, tracking }: Omit<OrderFact, "trigger" | "occurred_at">,
): Promise<void> {
  const { location: { geo: _of_the_door, ...location } = { kind: "customer" }, ...fields } = tracking ?? {};
  const repeated = { kind, tracking: { ...fields, location } };
  const [after] = await changeOrders(context, [
    {
      order: own_route.locked.get(job.order.id) as OrderRow,
      set: {},
      kind: "order.fact_repeated",
      trigger,
      occurred_at: moment.at,
      payload: { ...payload, repeats_fact: true, repeated },
      tracking: null,
    },
  ]);
  if (after !== undefined) cacheOrder(own_route, after);
}

/** Publish a fact that counts again, or only now, with its original fields. */
async function republishFact(
  context: DriverContext,
  { at_stop: { own_route }, outcomes }: Visit,
  { job }: FactEvaluation,
  { seq, trigger, at, event: { kind, payload } }: RecordedFact,
): Promise<void> {
  const { stop_id, route_id, reason, reason_version, repeated } = payload;
  const order = own_route.locked.get(job.order.id) as OrderRow;
  const outcome = await recordFact(context, order, {
    trigger,
    occurred_at: at,
    kind: repeated?.kind ?? (kind as OrderEventKind),
    tracking: repeated?.tracking ?? (await findTrackingFields(context, order, payload.tracking_event_id)),
    payload: { stop_id, route_id, reason, reason_version, restores: seq },
    goods_aboard: job.action !== "pickup",
  });
  cacheOrder(own_route, outcome.order);
  outcomes.push(outcome);
}

/** The tracking fields that were published with a fact. */
async function findTrackingFields(
  context: DriverContext,
  { tracking_number }: OrderRow,
  event_id: string | undefined,
): Promise<Omit<TrackingFields, "occurred_at">> {
  const events = await loadEventsByNumber(context, [tracking_number]);
  const trackingEvent = events.get(tracking_number)?.find((event) => event.event_id === event_id);
  if (trackingEvent === undefined) throw new Error(`There is no tracking event ${event_id}.`);
  const { status_code, incident_reason, location, actor, proof } = trackingEvent;
  return {
    code: status_code as StatusCode,
    incident_reason: incident_reason as IncidentReason | undefined,
    location,
    actor,
    proof,
  };
}

/** What a delivery at a stop was reported as. */
export interface HandOver {
  handed_to: string;
  /** Minor units; null if no cash was due or reported. */
  cod_collected: number | null;
}

/** The members in which a report differs from the one of the same stop that was recorded before it; none if there is none. */
export async function findContradictions(
  { db, business_id }: DriverContext,
  stop_id: number,
  orders: readonly { id: number; cod_minor: number }[],
  { handed_to, cod_collected }: HandOver,
): Promise<Map<number, string[]>> {
  const rows = await db.rows<{
    order_ids: number[];
    handed_to: string | null;
    cod_collected_minor: number | null;
  }>(
    `select payload->'order_ids' as order_ids, payload->>'handed_to' as handed_to,
       (payload->>'cod_collected_minor')::bigint as cod_collected_minor from event
      where business_id = $1 and subject_type = 'stop' and subject_id = $2 and kind = 'stop.completed' order by seq`,
    [business_id, String(stop_id)],
  );
  return new Map(
    orders.map(({ id, cod_minor }) => {
      const former = rows.findLast(({ order_ids }) => order_ids.includes(id));
      if (former === undefined) return [id, []];
      const before = former.cod_collected_minor === null ? null : Number(former.cod_collected_minor);
      const differs = {
        handed_to: former.handed_to !== handed_to,
        cod_collected: cod_minor > 0 && cod_collected !== null && before !== null && before !== cod_collected,
      };
      return [id, Object.entries(differs).flatMap(([member, is_other]) => (is_other ? [member] : []))];
    }),
  );
}

/** Status of each task of a stop. */
export function buildTaskStates(evaluations: readonly FactEvaluation[]): Map<number, TaskState> {
  return new Map(evaluations.flatMap(({ job, task }) => (job.task === null ? [] : [[job.task.id, task]])));
}
