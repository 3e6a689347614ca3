/** Deliver or pick up at a stop, with the proofs that its orders require. */

import Type from "typebox";
import { learnPosition } from "#domain/locations/addressbook/public.ts";
import { loadProofPolicies, type OrderRow } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import { runOnce } from "../device-sequence.ts";
import { messages } from "../messages.ts";
import type { StopOrder } from "../own-routes.ts";
import { recordRouteStart, updateStopFromTasks, updateTasks } from "../progress.ts";
import {
  type CheckedProofs,
  checkProofs,
  findProofPosition,
  getProvenPlace,
  getUniqueOrders,
  refuseMissing,
  storeProofs,
} from "../proofs.ts";
import type { DriverContext } from "../refusals.ts";
import {
  chooseDeliveryCode,
  computeRequiredProofs,
  LEARN_WITHIN_M,
  type StopCommand,
  type TaskAction,
} from "../rules.ts";
import {
  Cod,
  commandMembers,
  DRIVER_COMMAND,
  ProofList,
  ReceivedBy,
  StopAnswer,
  stopMembers,
} from "../shapes.ts";
import { buildTaskStates, evaluateFacts, findContradictions, recordEvaluation } from "../stop-facts.ts";
import {
  buildDriverActor,
  buildEventLocation,
  buildTrackedFields,
  buildVisitAnswer,
  emitStopEvent,
  getStopAddress,
  recordArrival,
} from "../visit.ts";

export const completeStop = defineOperation({
  name: "driverStopComplete",
  summary: "Complete a stop",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/stops/{stop_id}/complete" },
  input: Type.Object({
    ...stopMembers,
    proofs: ProofList,
    handed_to: Type.Optional(ReceivedBy),
    cod_collected: Cod,
    ...commandMembers,
  }),
  output: StopAnswer,

  run: (context, input) =>
    runOnce(context, "stop_complete", input, async (reported_moment) => {
      const visit = await recordArrival(context, input, reported_moment);
      const { at_stop, moment } = visit;
      const { own_route, stop, jobs } = at_stop;
      const stop_id = stop?.id ?? null;
      // An order that failed before may be delivered now; a completed one stays completed and only gains proofs.
      const evaluations = await evaluateFacts(context, visit, input.stop_id, jobs, chooseStopCommand);
      const fresh = evaluations.filter((evaluation) => evaluation.counts).map((evaluation) => evaluation.job);
      const checked = await checkProofs(context, getProvenPlace(at_stop), input.proofs ?? [], moment);
      await refuseIncomplete(context, fresh, checked);
      const cod = computeCashDue(context, fresh, input.cod_collected);

      const before = stop?.status;
      visit.proofs = await storeProofs(context, stop_id, checked.sent_evidence);
      await recordRouteStart(context, own_route, moment, { implied: true });
      const handed_to = input.handed_to ?? "recipient";
      // Two phones may report one delivery: what is equal adds nothing, what differs needs a person.
      const contradictions = await findContradictions(
        context,
        input.stop_id,
        evaluations
          .filter(({ job, counts, is_told }) => job.action !== "pickup" && (!counts || is_told))
          .map(({ job }) => job.order),
        { handed_to, cod_collected: input.cod_collected ?? null },
      );
      for (const evaluation of evaluations) {
        const { order, action } = evaluation.job;
        const contradicts = contradictions.get(order.id) ?? [];
        if (!evaluation.counts && contradicts.length === 0) continue;
        const evidence = checked.sent_evidence.get(order.id) ?? [];
        const tracking = {
          actor: buildDriverActor(context),
          ...buildEventLocation(order, action, input),
          ...buildTrackedFields(evidence),
        };
        const payload = {
          stop_id: input.stop_id,
          route_id: own_route.route.id,
          driver_id: own_route.route.driver_id,
        };
        if (action === "pickup") {
          await recordEvaluation(context, visit, input.stop_id, evaluation, {
            payload,
            tracking: {
              code: order.type === "D" ? "otep:lastmile:loaded" : "otep:core:picked_up",
              ...tracking,
            },
            custody: { to: "driver", ref: String(own_route.route.driver_id) },
          });
          continue;
        }
        await recordEvaluation(
          context,
          visit,
          input.stop_id,
          evaluation,
          {
            kind: "order.delivered",
            payload: {
              ...payload,
              handed_to,
              ...(order.cod_minor > 0 ? { cod_minor: order.cod_minor } : {}),
            },
            tracking: { code: chooseDeliveryCode(handed_to, order.cod_minor > 0), ...tracking },
            custody: { to: "recipient", ref: null },
          },
          contradicts,
        );
        if (evaluation.counts) await learnDoorPosition(context, order, action, evidence);
      }
      await updateTasks(context, at_stop, buildTaskStates(evaluations));
      await updateStopFromTasks(context, at_stop, moment.at, input.note);
      emitStopEvent(
        context,
        at_stop,
        input.stop_id,
        fresh.length === 0 ? "stop.reported_again" : "stop.completed",
        moment,
        {
          handed_to,
          proofs: visit.proofs,
          ...(cod === null ? {} : { cod_expected_minor: cod.expected, cod_collected_minor: cod.collected }),
        },
        before,
      );
      return buildVisitAnswer(context, input.stop_id, visit);
    }),
});

function chooseStopCommand({ order, action }: StopOrder): StopCommand {
  if (action !== "pickup") return "complete";
  return order.type === "D" ? "load" : "pick_up";
}

async function refuseIncomplete(
  context: DriverContext,
  fresh: readonly StopOrder[],
  checked: CheckedProofs,
): Promise<void> {
  const policies = await loadProofPolicies(context, getUniqueOrders(fresh));
  refuseMissing(
    context,
    fresh.flatMap(({ order, action }) => {
      const policy = policies.get(order.id) ?? { business: [], customer: [] };
      const present = checked.kinds.get(order.id);
      return computeRequiredProofs(order, action, policy)
        .filter((kind) => present?.has(kind) !== true)
        .map((kind) => ({ order_id: order.id, kind }));
    }),
  );
}

interface CollectedCash {
  expected: number;
  collected: number;
}

/**
 * Cash on delivery is reported with the delivery; an amount that differs from the one due is accepted and opens an
 * attention item for a dispatcher.
 */
function computeCashDue(
  context: DriverContext,
  fresh: readonly StopOrder[],
  collected: number | undefined,
): CollectedCash | null {
  const due = fresh.filter((job) => job.action !== "pickup" && job.order.cod_minor > 0);
  if (due.length === 0) return null;
  if (collected === undefined) {
    throw context.refuse("cod_missing", {
      message: messages.cod_missing,
      errors: [{ field: "cod_collected", message: messages.proof_required.with({ kind: "cod_collected" }) }],
    });
  }
  return { expected: due.reduce((sum, job) => sum + job.order.cod_minor, 0), collected };
}

/** A photo or signature taken near the assumed position of the address gives the position of its door. */
async function learnDoorPosition(
  context: DriverContext,
  order: OrderRow,
  action: TaskAction,
  evidence: Parameters<typeof findProofPosition>[0],
): Promise<void> {
  const proof_position = findProofPosition(evidence);
  const place = getStopAddress(order, action);
  if (proof_position === null || !place) return;
  const stop_point: Point | null =
    typeof place.lat === "number" && typeof place.lng === "number"
      ? { lat: place.lat, lng: place.lng }
      : null;
  if (stop_point !== null && straightLineKm(stop_point, proof_position) * 1000 > LEARN_WITHIN_M) return;
  await learnPosition(context, place, proof_position);
}
