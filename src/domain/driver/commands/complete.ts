/** Goods handed over or picked up, with the proofs and the cash that go with them. */
import Type from "typebox";
import { learnPosition } from "#domain/addressbook/public.ts";
import { type OrderRow, openAttention } from "#domain/orders/public.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import { defineCommand } from "../command.ts";
import { messages } from "../messages.ts";
import type { Job, OwnStop } from "../own.ts";
import { saveTasks, settleStop, startRoute } from "../progress.ts";
import {
  type Checked,
  checkProofs,
  keepProofs,
  ordersOf,
  policiesOf,
  provenPosition,
  refuseMissing,
} from "../proofs.ts";
import type { DriverContext } from "../refusals.ts";
import { deliveryCode, LEARN_WITHIN_M, requiredProofs, type TaskAction } from "../rules.ts";
import { Cod, HandedTo, ProofList, stopMembers } from "../shapes.ts";
import { actorOf, answerOf, emitStop, locationOf, placeOf, reach, record, trackedOf } from "./visit.ts";

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
