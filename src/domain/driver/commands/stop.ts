/** Commands at a stop: arrive, hand over or pick up, fail, skip, send proofs ahead. */
import Type from "typebox";
import { learnPosition } from "#domain/addressbook/public.ts";
import {
  type FactOutcome,
  type OrderCommand,
  type OrderFact,
  type OrderRow,
  openAttention,
  recordFact,
  stopPlace,
} from "#domain/orders/public.ts";
import { findReason } from "#domain/return-reasons/public.ts";
import type { IncidentReason } from "#otep/codes.gen.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import { defineCommand, toldOf } from "../command.ts";
import { messages } from "../messages.ts";
import { type Job, lockOwnStop, type OwnStop, type StopNamed } from "../own.ts";
import { flagClock, remember, saveRoute, saveStop, saveTasks, settleStop, startRoute } from "../progress.ts";
import {
  type Checked,
  checkProofs,
  keepProofs,
  ordersOf,
  policiesOf,
  provenPosition,
  refuseMissing,
  trackedProofs,
} from "../proofs.ts";
import type { DriverContext } from "../refusals.ts";
import {
  deliveryCode,
  impliedBefore,
  isResolved,
  LEARN_WITHIN_M,
  type Moment,
  missingForReason,
  notBefore,
  requiredProofs,
  type TaskAction,
} from "../rules.ts";
import { Cod, HandedTo, ProofInput, type StopAnswer, stopMembers } from "../shapes.ts";

interface AtStop {
  at_stop: OwnStop;
  moment: Moment;
  outcomes: FactOutcome[];
  proofs: number;
}

async function reach(context: DriverContext, named: StopNamed, given: Moment): Promise<AtStop> {
  const at_stop = await lockOwnStop(context, named);
  return {
    at_stop,
    moment: notBefore(given, at_stop.own.route.created_at, context.now),
    outcomes: [],
    proofs: 0,
  };
}

/** The last beat of each: flag the clock, tell what became of the orders. */
async function answerOf(
  context: DriverContext,
  stop_id: number,
  { at_stop, moment, outcomes, proofs }: AtStop,
): Promise<StopAnswer> {
  const { own, stop, jobs } = at_stop;
  await flagClock(context, moment, { route_id: own.route.id, stop_id });
  const ids = [...new Set(jobs.map((job) => job.order.id))];
  return {
    result: true,
    stop_id,
    stop_status: stop?.status ?? null,
    route_id: own.route.id,
    route_status: own.route.status,
    orders: ids.map((order_id) => ({
      order_id,
      status: own.locked.get(order_id)?.status ?? "",
      attention:
        outcomes.findLast((outcome) => outcome.order.id === order_id && outcome.attention !== null)
          ?.attention ?? null,
    })),
    proofs,
    ...toldOf(moment),
  };
}

function emitStop(
  context: DriverContext,
  { own, stop, jobs }: OwnStop,
  stop_id: number,
  kind: string,
  { at, device_at, skewed }: Moment,
  more: Record<string, unknown> = {},
  before: string | undefined = stop?.status,
): void {
  context.emit({
    subject: { type: "stop", id: stop_id },
    kind,
    payload: {
      route_id: own.route.id,
      driver_id: own.route.driver_id,
      order_ids: jobs.map((job) => job.order.id),
      status: stop?.status ?? null,
      ...(skewed ? { clock_skewed: true, device_at } : {}),
      ...more,
    },
    occurred_at: at,
    ...(stop === null ? {} : { before: { status: before }, after: { status: stop.status } }),
  });
}

type Tracking = NonNullable<OrderFact["tracking"]>;

/** Where a fact happened, as tracking tells it: the phone's position and the city of the address. */
function locationOf(
  order: OrderRow,
  action: TaskAction,
  at: { lat?: number | undefined; lng?: number | undefined },
): Partial<Tracking> {
  const place = placeOf(order, action);
  const address = {
    ...(place?.city ? { city: place.city } : {}),
    ...(place?.region ? { region: place.region } : {}),
    ...(place?.country ? { country: place.country } : {}),
  };
  const geo = at.lat === undefined || at.lng === undefined ? {} : { geo: { lat: at.lat, lon: at.lng } };
  return {
    location: { kind: "customer", ...(Object.keys(address).length === 0 ? {} : { address }), ...geo },
  };
}

function placeOf(order: OrderRow, action: TaskAction) {
  return action === "pickup" ? order.pickup : (order.dropoff ?? stopPlace(order));
}

/**
 * What a late fact at the door implies: a departure, unless one was told of that was earlier. Goods that were
 * handed over were under way, whatever has been decided about their order since.
 */
async function impliedLate(
  { db, business_id }: DriverContext,
  order: OrderRow,
  at: string,
): Promise<OrderCommand[]> {
  if (order.type !== "D") return [];
  const departed = await db.row(
    `select id from event where business_id = $1 and subject_type = 'order' and subject_id = $2 and occurred_at <= $3
       and payload ->> 'on' = 'depart' limit 1`,
    [business_id, String(order.id), at],
  );
  return departed === undefined ? ["depart"] : [];
}

/**
 * Record a fact of an order at a stop, with what it implies: goods handed over were aboard and under way. A fact
 * older than the order's present status is left to the order's own fold.
 */
async function record(
  context: DriverContext,
  visit: AtStop,
  order_id: number,
  on: OrderCommand,
  fact: Omit<OrderFact, "on" | "occurred_at">,
) {
  const { own } = visit.at_stop;
  const { at } = visit.moment;
  const take = async (command: OrderCommand, more: Omit<OrderFact, "on" | "occurred_at">) => {
    const order = own.locked.get(order_id);
    if (order === undefined) throw new Error(`Order ${order_id} was not locked.`);
    const outcome = await recordFact(context, order, { on: command, occurred_at: at, ...more });
    remember(own, outcome.order);
    visit.outcomes.push(outcome);
  };
  const order = own.locked.get(order_id);
  if (
    order !== undefined &&
    on !== "pick_up" &&
    on !== "load" &&
    fact.tracking?.code !== "otep:core:pickup_failed"
  ) {
    const late = Date.parse(at) < Date.parse(order.status_since);
    const implied = late ? await impliedLate(context, order, at) : impliedBefore(order.status, on);
    for (const command of implied)
      await take(command, { payload: { implied: true, route_id: own.route.id } });
  }
  await take(on, fact);
}

const actorOf = (context: DriverContext) => ({
  type: "driver" as const,
  id: String(context.actor.driver_id),
});

export const arriveAtStop = defineCommand({
  type: "stop_arrive",
  members: stopMembers,
  async run(context, input, given) {
    const visit = await reach(context, input, given);
    const { at_stop, moment } = visit;
    const { own, stop, jobs } = at_stop;
    const before = stop?.status;
    await startRoute(context, own, moment, { implied: true });
    const open = jobs.filter((job) => job.task === null || job.task.status === "PENDING");
    for (const { order, action } of open) {
      if (action === "pickup") continue;
      await record(context, visit, order.id, "arrive", {
        payload: { stop_id: input.stop_id, route_id: own.route.id },
        tracking: {
          code: "otep:lastmile:arrived_at_stop",
          actor: actorOf(context),
          ...locationOf(order, action, input),
        },
      });
    }
    if (stop !== null) {
      const first =
        stop.arrived_at === null || Date.parse(moment.at) < Date.parse(stop.arrived_at)
          ? moment.at
          : stop.arrived_at;
      await saveStop(context, at_stop, {
        status: isResolved(stop.status) ? stop.status : "ARRIVED",
        arrived_at: first,
      });
    }
    emitStop(context, at_stop, input.stop_id, "stop.arrived", moment, {}, before);
    return answerOf(context, input.stop_id, visit);
  },
});

const ProofList = Type.Optional(Type.Array(ProofInput, { maxItems: 50 }));

export const completeStop = defineCommand({
  type: "stop_complete",
  members: { ...stopMembers, proofs: ProofList, handed_to: Type.Optional(HandedTo), cod_collected: Cod },
  async run(context, input, given) {
    const visit = await reach(context, input, given);
    const { at_stop, moment } = visit;
    const { own, stop, jobs } = at_stop;
    const stop_id = stop?.id ?? null;
    // What was failed before may be handed over now; what is done stays done, and only gains proofs.
    const fresh = jobs.filter((job) => job.task?.status !== "DONE");
    const checked = await checkProofs(context, stop_id, ordersOf(jobs), input.proofs ?? [], moment.at);
    await refuseIncomplete(context, fresh, checked);
    const cod = codOf(context, fresh, input.cod_collected);

    const before = stop?.status;
    visit.proofs = await keepProofs(context, stop_id, checked.given);
    await startRoute(context, own, moment, { implied: true });
    const handed_to = input.handed_to ?? "recipient";
    for (const { order, action } of fresh) {
      const evidence = checked.given.get(order.id) ?? [];
      const tracking = {
        actor: actorOf(context),
        ...locationOf(order, action, input),
        ...trackedOf(evidence),
      };
      const payload = { stop_id: input.stop_id, route_id: own.route.id, driver_id: own.route.driver_id };
      if (action === "pickup") {
        await record(context, visit, order.id, order.type === "D" ? "load" : "pick_up", {
          payload,
          tracking: {
            code: order.type === "D" ? "otep:lastmile:loaded" : "otep:core:picked_up",
            ...tracking,
          },
          custody: { to: "driver", ref: String(own.route.driver_id) },
        });
        continue;
      }
      await record(context, visit, order.id, "complete", {
        kind: "order.delivered",
        payload: { ...payload, handed_to, ...(order.cod_minor > 0 ? { cod_minor: order.cod_minor } : {}) },
        tracking: { code: deliveryCode(handed_to, order.cod_minor > 0), ...tracking },
        custody: { to: "recipient", ref: null },
      });
      await learn(context, order, action, evidence);
    }
    await saveTasks(
      context,
      at_stop,
      fresh.flatMap((job) => job.task?.id ?? []),
      "DONE",
      moment.at,
    );
    await settleStop(context, at_stop, moment.at, input.note);
    if (cod !== null) await noteCod(context, at_stop, cod);
    emitStop(
      context,
      at_stop,
      input.stop_id,
      fresh.length === 0 ? "stop.told_again" : "stop.completed",
      moment,
      {
        handed_to,
        proofs: visit.proofs,
        ...(cod === null ? {} : { cod_expected_minor: cod.expected, cod_collected_minor: cod.collected }),
      },
      before,
    );
    return answerOf(context, input.stop_id, visit);
  },
});

function trackedOf(evidence: Parameters<typeof trackedProofs>[0]): Partial<Tracking> {
  const proof = trackedProofs(evidence);
  return proof.length === 0 ? {} : { proof };
}

async function refuseIncomplete(
  context: DriverContext,
  fresh: readonly Job[],
  checked: Checked,
): Promise<void> {
  const policies = await policiesOf(context, ordersOf(fresh));
  refuseMissing(
    context,
    fresh.flatMap(({ order, action }) => {
      const policy = policies.get(order.id) ?? { business: [], customer: [] };
      const present = checked.kinds.get(order.id);
      return requiredProofs(order, action, policy)
        .filter((kind) => present?.has(kind) !== true)
        .map((kind) => ({ order_id: order.id, kind }));
    }),
  );
}

interface CollectedCash {
  expected: number;
  collected: number;
}

/** Cash to collect on delivery is told with the delivery; another amount than due is taken, and shown to a person. */
function codOf(
  context: DriverContext,
  fresh: readonly Job[],
  collected: number | undefined,
): CollectedCash | null {
  const due = fresh.filter((job) => job.action !== "pickup" && job.order.cod_minor > 0);
  if (due.length === 0) return null;
  if (collected === undefined) {
    throw context.refuse("cod_missing", {
      message: messages.cod_missing,
      errors: [
        { field: "cod_collected", message: context.say(messages.proof_required, { kind: "cod_collected" }) },
      ],
    });
  }
  return { expected: due.reduce((sum, job) => sum + job.order.cod_minor, 0), collected };
}

async function noteCod(context: DriverContext, { own, jobs }: OwnStop, cod: CollectedCash): Promise<void> {
  if (cod.expected === cod.collected) return;
  const first = jobs.find((job) => job.order.cod_minor > 0)?.order;
  await openAttention(context, [
    {
      kind: "cod_mismatch",
      order_id: first?.id ?? null,
      route_id: own.route.id,
      detail: {
        expected_minor: cod.expected,
        collected_minor: cod.collected,
        currency: first?.currency ?? null,
      },
    },
  ]);
}

/** A photo or signature taken near where the address was thought to be says where its door is. */
async function learn(
  context: DriverContext,
  order: OrderRow,
  action: TaskAction,
  evidence: Parameters<typeof provenPosition>[0],
): Promise<void> {
  const seen = provenPosition(evidence);
  const place = placeOf(order, action);
  if (seen === null || !place) return;
  const known: Point | null =
    typeof place.lat === "number" && typeof place.lng === "number"
      ? { lat: place.lat, lng: place.lng }
      : null;
  if (known !== null && straightLineKm(known, seen) * 1000 > LEARN_WITHIN_M) return;
  await learnPosition(context, place, seen);
}

export const failStop = defineCommand({
  type: "stop_fail",
  members: {
    ...stopMembers,
    return_reason: Type.String({ minLength: 1, maxLength: 60, description: "Code of a return reason." }),
    proofs: ProofList,
    called_at: Type.Optional(Timestamp),
  },
  async run(context, input, given) {
    const { db, business_id, refuse, say } = context;
    const visit = await reach(context, input, given);
    const { at_stop, moment } = visit;
    const { own, stop, jobs } = at_stop;
    const stop_id = stop?.id ?? null;
    const reason = await findReason(db, business_id, input.return_reason);
    if (reason === undefined) {
      throw refuse("unknown_reason", {
        message: messages.unknown_reason,
        errors: [{ field: "return_reason", message: say(messages.unknown_reason) }],
      });
    }
    const live = jobs.filter((job) => job.task?.status !== "FAILED");
    for (const { order, action } of live) {
      const applies = action === "pickup" ? ["pickup_failed"] : ["failed", "rejected"];
      if (!reason.applies_to.some((word) => applies.includes(word))) {
        throw refuse("reason_not_applicable", {
          message: messages.reason_not_applicable,
          errors: [
            { field: "return_reason", order_id: order.id, message: say(messages.reason_not_applicable) },
          ],
        });
      }
    }
    const checked = await checkProofs(context, stop_id, ordersOf(jobs), input.proofs ?? [], moment.at);
    refuseMissing(
      context,
      live.flatMap(({ order }) =>
        missingForReason(reason.requires, {
          kinds: checked.kinds.get(order.id) ?? new Set(),
          note: input.note ?? "",
          called: input.called_at !== undefined,
        }).map((kind) => ({ order_id: order.id, kind })),
      ),
    );

    const before = stop?.status;
    visit.proofs = await keepProofs(context, stop_id, checked.given);
    await startRoute(context, own, moment, { implied: true });
    for (const { order, action, task } of live) {
      // An attempt that failed before the goods were handed over after all is history, not news.
      if (
        task?.status === "DONE" &&
        task.done_at !== null &&
        Date.parse(moment.at) <= Date.parse(task.done_at)
      )
        continue;
      const rejected = action !== "pickup" && !reason.applies_to.includes("failed");
      const evidence = checked.given.get(order.id) ?? [];
      await record(context, visit, order.id, rejected ? "reject" : "fail", {
        kind: rejected ? "order.rejected" : "order.attempt_failed",
        payload: {
          stop_id: input.stop_id,
          route_id: own.route.id,
          reason: reason.code,
          reason_version: reason.version,
          next_action: reason.next_action,
        },
        tracking: {
          code: rejected
            ? "otep:core:rejected"
            : action === "pickup"
              ? "otep:core:pickup_failed"
              : "otep:core:delivery_attempted",
          incident_reason: reason.incident_reason as IncidentReason,
          actor: actorOf(context),
          ...locationOf(order, action, input),
          ...trackedOf(evidence),
        },
        set: {
          return_reason: { code: reason.code, version: reason.version, note: input.note ?? "" },
          attempts: order.attempts + 1,
        },
      });
    }
    const open = live.filter((job) => job.task?.status !== "DONE");
    await saveTasks(
      context,
      at_stop,
      open.flatMap((job) => job.task?.id ?? []),
      "FAILED",
      moment.at,
    );
    if (open.length > 0) await settleStop(context, at_stop, moment.at, input.note);
    emitStop(
      context,
      at_stop,
      input.stop_id,
      open.length === 0 ? "stop.told_again" : "stop.failed",
      moment,
      {
        reason: reason.code,
        reason_version: reason.version,
        next_action: reason.next_action,
        proofs: visit.proofs,
      },
      before,
    );
    return { ...(await answerOf(context, input.stop_id, visit)), next_action: reason.next_action };
  },
});

export const skipStop = defineCommand({
  type: "stop_skip",
  members: {
    ...stopMembers,
    undo: Type.Optional(Type.Boolean({ description: "Take the skip back: the stop is open again." })),
  },
  async run(context, input, given) {
    const visit = await reach(context, input, given);
    const { at_stop, moment } = visit;
    const { own, stop } = at_stop;
    const undo = input.undo === true;
    if (stop !== null && isResolved(stop.status))
      throw context.refuse("stop_resolved", { message: messages.stop_resolved });
    const before = stop?.status;
    if (stop !== null && (stop.status === "SKIPPED") === undo) {
      await saveStop(context, at_stop, {
        status: undo ? "PENDING" : "SKIPPED",
        ...(input.note === undefined ? {} : { note: input.note }),
      });
      await saveRoute(context, own, {});
    }
    emitStop(context, at_stop, input.stop_id, undo ? "stop.resumed" : "stop.skipped", moment, {}, before);
    return answerOf(context, input.stop_id, visit);
  },
});

/** Proofs that reach us before their stop does; the completion counts them. */
export const sendProofs = defineCommand({
  type: "stop_proofs",
  members: { ...stopMembers, proofs: Type.Array(ProofInput, { minItems: 1, maxItems: 50 }) },
  async run(context, input, given) {
    const visit = await reach(context, input, given);
    const { at_stop, moment } = visit;
    const { stop, jobs } = at_stop;
    const stop_id = stop?.id ?? null;
    const checked = await checkProofs(context, stop_id, ordersOf(jobs), input.proofs, moment.at);
    visit.proofs = await keepProofs(context, stop_id, checked.given);
    emitStop(context, at_stop, input.stop_id, "stop.proofs_captured", moment, {
      proofs: visit.proofs,
      kinds: [...new Set(input.proofs.map((proof) => proof.kind))],
    });
    return answerOf(context, input.stop_id, visit);
  },
});
