/** One parcel scan: picked up, loaded, delivered, brought back. A parcel of another route is told where it belongs. */
import Type from "typebox";
import { recordFact } from "#domain/orders/public.ts";
import { Words } from "#vocabulary/basics.ts";
import { defineCommand, toldOf } from "../command.ts";
import { driverIdOf, lockOwnRoute, type OwnRoute, ownDriver } from "../own.ts";
import { belongsOf, CODE_MAX, findParcels, loadParcels, type ScannedParcel, tellScan } from "../parcels.ts";
import { flagClock, remember, startRoute } from "../progress.ts";
import { keepProofs } from "../proofs.ts";
import type { DriverContext } from "../refusals.ts";
import { type Moment, notBefore } from "../rules.ts";
import { type Belongs, position } from "../shapes.ts";

export const SCAN_ACTIONS = ["pickup", "load", "deliver", "return"] as const;
type ScanAction = (typeof SCAN_ACTIONS)[number];

interface Visit {
  route_id: number;
  stop_id: number;
  action: string;
}

export const scanParcel = defineCommand({
  type: "scan",
  members: {
    code: Type.String({ minLength: 1, maxLength: CODE_MAX }),
    action: Words(SCAN_ACTIONS),
    ...position,
  },
  async run(context, { code, action, lat, lng }, given) {
    const parcels = (await findParcels(context, [code])).get(code) ?? [];
    const [first] = parcels;
    if (first === undefined) {
      const driver = await ownDriver(context, { lock: true });
      context.emit({
        subject: { type: "driver", id: driver.id },
        kind: "driver.scan_unknown",
        payload: { action },
        occurred_at: given.at,
      });
      return answerOf("unknown", action, [], null, null, given);
    }
    const visit = await visitOf(context, first.order_id, action);
    if (visit === undefined) {
      const belongs = (await belongsOf(context, [first.order_id])).get(first.order_id) ?? null;
      await tellScan(
        context,
        parcels,
        { action, outcome: "wrong_route", route_id: null, at: given.at },
        new Map(),
      );
      return answerOf("wrong_route", action, parcels, belongs, belongs?.order_status ?? null, given);
    }
    const own = await lockOwnRoute(context, visit.route_id, [first.order_id]);
    const moment = notBefore(given, own.route.created_at, context.now);
    await act(context, own, visit, { code, action, lat, lng }, parcels, moment);
    await tellScan(
      context,
      parcels,
      { action, outcome: "accepted", route_id: visit.route_id, at: moment.at },
      own.locked,
    );
    await flagClock(context, moment, { route_id: visit.route_id, stop_id: visit.stop_id });
    return answerOf(
      "accepted",
      action,
      parcels,
      null,
      own.locked.get(first.order_id)?.status ?? null,
      moment,
    );
  },
});

function answerOf(
  outcome: "accepted" | "wrong_route" | "unknown",
  action: ScanAction,
  parcels: readonly ScannedParcel[],
  belongs: Belongs | null,
  order_status: string | null,
  moment: Moment,
) {
  return {
    result: outcome === "accepted",
    outcome,
    action,
    order_id: parcels[0]?.order_id ?? null,
    order_status,
    parcels: parcels.map(({ id, tracking_number }) => ({ parcel_id: id, tracking_number })),
    belongs,
    ...toldOf(moment),
  };
}

/** The caller's stop that serves this order; goods are brought back from routes that are over, too. */
async function visitOf(
  context: DriverContext,
  order_id: number,
  action: ScanAction,
): Promise<Visit | undefined> {
  const { db, business_id } = context;
  const open = ["RELEASED", "LOADED", "IN_PROGRESS", "COMPLETED"];
  const rows = await db.rows<Visit & { status: string }>(
    `select r.id as route_id, s.id as stop_id, t.action, t.status from stop_task t
       join stop s on s.business_id = t.business_id and s.id = t.stop_id
       join route r on r.business_id = s.business_id and r.id = s.route_id
      where t.business_id = $1 and t.order_id = $2 and r.driver_id = $3 and r.status = any($4::text[])
      order by r.id desc, s.seq`,
    [business_id, order_id, driverIdOf(context), action === "return" ? [...open, "CLOSED"] : open],
  );
  const wanted = action === "pickup" ? "pickup" : "dropoff";
  const live = action === "return" ? rows : rows.filter((row) => row.status !== "REMOVED");
  return (
    live.find((row) => row.action === wanted && row.status === "PENDING") ??
    live.find((row) => row.action === wanted) ??
    live[0]
  );
}

async function act(
  context: DriverContext,
  own: OwnRoute,
  visit: Visit,
  scan: { code: string; action: ScanAction; lat?: number | undefined; lng?: number | undefined },
  parcels: readonly ScannedParcel[],
  moment: Moment,
): Promise<void> {
  const order = own.locked.get(parcels[0]?.order_id ?? 0);
  if (order === undefined) throw new Error("The scanned parcel's order was not locked.");
  const parcel_ids = parcels.map((parcel) => parcel.id);
  const payload = { route_id: own.route.id, stop_id: visit.stop_id };
  const take = async (fact: Parameters<typeof recordFact>[2]) => {
    // Starting the route may have moved it.
    const present = own.locked.get(order.id) ?? order;
    remember(
      own,
      (await recordFact(context, present, { occurred_at: moment.at, payload, parcel_ids, ...fact })).order,
    );
  };
  switch (scan.action) {
    case "deliver": {
      const evidence = {
        kind: "scan" as const,
        file_id: null,
        sha256: null,
        value: scan.code,
        signed_by: null,
        relation: null,
        lat: scan.lat ?? null,
        lng: scan.lng ?? null,
        captured_at: moment.at,
      };
      await keepProofs(context, visit.stop_id, new Map([[order.id, [evidence]]]));
      return;
    }
    case "pickup":
      if (order.type === "D") return loadParcels(context, own, parcels, moment.at);
      await startRoute(context, own, moment, { implied: true });
      return take({ on: "pick_up", custody: { to: "driver", ref: String(own.route.driver_id) } });
    case "load":
      return loadParcels(context, own, parcels, moment.at);
    case "return":
      if (order.status === "RETURNING")
        return take({ on: "return_delivered", custody: { to: "sender", ref: null } });
      return take({
        on: "receive",
        tracking: { code: "otep:lastmile:returned_to_depot" },
        custody: { to: "warehouse", ref: null },
      });
  }
}
