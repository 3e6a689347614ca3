/**
 * Scan one parcel: pickup, load, deliver or return. A parcel of another route (`wrong_route`) and an unknown code
 * change nothing; for the former, the response names the right route.
 */

import Type from "typebox";
import {
  ChosenOrder,
  chooseScanned,
  type FoundParcel,
  findScannedParcels,
  type listCandidates,
  recordFact,
  ScanCandidate,
  SetAside,
  type StopReason,
} from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ScannedCode } from "#vocabulary/scanned-code.ts";
import { runOnce } from "../device-sequence.ts";
import { cacheOrder, getOwnDriver, lockOwnRoute, type OwnRoute, requireDriverId } from "../own-routes.ts";
import { loadParcelOwners, recordLoadedParcels, recordScan, type ScannedParcel } from "../parcels.ts";
import { flagClock, recordRouteStart } from "../progress.ts";
import { storeProofs } from "../proofs.ts";
import type { DriverContext } from "../refusals.ts";
import { buildMomentFields, clampToFloor, type Moment } from "../rules.ts";
import { Belongs, commandMembers, DRIVER_COMMAND, position } from "../shapes.ts";

const SCAN_OUTCOMES = ["accepted", "wrong_route", "unknown", "ambiguous", "set_aside"] as const;
export const SCAN_ACTIONS = ["pickup", "load", "deliver", "return"] as const;
type ScanAction = (typeof SCAN_ACTIONS)[number];

interface ScanTarget {
  route_id: number;
  stop_id: number;
  action: string;
}

export const scanParcel = defineOperation({
  name: "driverScan",
  summary: "Scan a parcel",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/scan" },
  input: Type.Object({
    code: Ref("label_code", ScannedCode),
    order_id: Type.Optional(Ref("order", ChosenOrder)),
    action: StringEnum(SCAN_ACTIONS),
    ...position,
    ...commandMembers,
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when the scan was accepted." }),
    outcome: StringEnum(SCAN_OUTCOMES, {
      description:
        "ambiguous: several orders have the code, and `candidates` lists them; set_aside: its order must not go on. Neither changes anything.",
    }),
    action: StringEnum(SCAN_ACTIONS),
    order_id: Nullable(Ref("order", OrderId)),
    order_status: Nullable(Type.String()),
    parcels: Type.Array(Type.Object({ parcel_id: Ref("parcel"), tracking_number: Type.String() })),
    belongs: Nullable(Belongs),
    candidates: Type.Array(ScanCandidate, { description: "Of an ambiguous code; send one as order_id." }),
    set_aside: SetAside,
    occurred_at: Timestamp,
    device_at: Nullable(Timestamp),
    clock_skewed: Type.Boolean(),
  }),

  run: (context, input) =>
    runOnce(context, "scan", input, async (reported_moment) => {
      const { code, action, order_id, lat, lng } = input;
      const scanned_parcels = (await findScannedParcels(context, [code])).get(code) ?? [];
      const choice = chooseScanned(await findOwnParcels(context, scanned_parcels, action), { order_id });
      if (choice.kind === "ambiguous")
        return buildScanAnswer("ambiguous", action, [], null, null, reported_moment, {
          candidates: choice.candidates,
        });
      if (choice.kind === "unknown") {
        const driver = await getOwnDriver(context, { lock: true });
        context.emit({
          subject: { type: "driver", id: driver.id },
          kind: "driver.scan_unknown",
          payload: { action },
          occurred_at: reported_moment.at,
        });
        return buildScanAnswer("unknown", action, [], null, null, reported_moment);
      }
      const { parcels, stop } = choice;
      const [first] = parcels;
      const visit = await findVisit(context, first.order_id, action);
      if (visit === undefined) {
        const outcome = stop === null ? "wrong_route" : "set_aside";
        const belongs = (await loadParcelOwners(context, [first.order_id])).get(first.order_id) ?? null;
        await recordScan(
          context,
          parcels,
          { action, outcome, route_id: null, at: reported_moment.at },
          new Map(),
        );
        return buildScanAnswer(
          outcome,
          action,
          parcels,
          belongs,
          belongs?.order_status ?? null,
          reported_moment,
          {
            stop,
          },
        );
      }
      const own_route = await lockOwnRoute(context, visit.route_id, [first.order_id]);
      const moment = clampToFloor(reported_moment, own_route.route.created_at, context.now);
      await applyScan(context, own_route, visit, { code, action, lat, lng }, parcels, moment);
      await recordScan(
        context,
        parcels,
        { action, outcome: "accepted", route_id: visit.route_id, at: moment.at },
        own_route.locked,
      );
      flagClock(context, moment, { route_id: visit.route_id, stop_id: visit.stop_id });
      return buildScanAnswer(
        "accepted",
        action,
        parcels,
        null,
        own_route.locked.get(first.order_id)?.status ?? null,
        moment,
      );
    }),
});

/** Of several orders with a code those that the driver serves are meant, where there are any. */
async function findOwnParcels(
  context: DriverContext,
  parcels: readonly FoundParcel[],
  action: ScanAction,
): Promise<readonly FoundParcel[]> {
  const orders = new Set(parcels.map(({ order_id }) => order_id));
  if (orders.size < 2) return parcels;
  const own_order_ids = new Set<number>();
  for (const order_id of orders)
    if ((await findVisit(context, order_id, action)) !== undefined) own_order_ids.add(order_id);
  return own_order_ids.size === 0 ? parcels : parcels.filter(({ order_id }) => own_order_ids.has(order_id));
}

function buildScanAnswer(
  outcome: (typeof SCAN_OUTCOMES)[number],
  action: ScanAction,
  parcels: readonly ScannedParcel[],
  belongs: Belongs | null,
  order_status: string | null,
  moment: Moment,
  {
    candidates = [],
    stop = null,
  }: { candidates?: ReturnType<typeof listCandidates>; stop?: StopReason | null } = {},
) {
  return {
    result: outcome === "accepted",
    outcome,
    action,
    order_id: parcels[0]?.order_id ?? null,
    order_status,
    parcels: parcels.map(({ id, tracking_number }) => ({ parcel_id: id, tracking_number })),
    belongs,
    candidates,
    set_aside: stop,
    ...buildMomentFields(moment),
  };
}

/** The caller's stop that serves this order; returned goods may also belong to routes that have ended. */
async function findVisit(
  context: DriverContext,
  order_id: number,
  action: ScanAction,
): Promise<ScanTarget | undefined> {
  const { db, business_id } = context;
  const open = ["RELEASED", "LOADED", "IN_PROGRESS", "COMPLETED"];
  const rows = await db.rows<ScanTarget & { status: string }>(
    `select r.id as route_id, s.id as stop_id, t.action, t.status from stop_task t
       join stop s on s.business_id = t.business_id and s.id = t.stop_id
       join route r on r.business_id = s.business_id and r.id = s.route_id
      where t.business_id = $1 and t.order_id = $2 and r.driver_id = $3 and r.status = any($4::text[])
      order by r.id desc, s.seq`,
    [business_id, order_id, requireDriverId(context), action === "return" ? [...open, "CLOSED"] : open],
  );
  const task_action = action === "pickup" ? "pickup" : "dropoff";
  const open_rows = action === "return" ? rows : rows.filter((row) => row.status !== "REMOVED");
  return (
    open_rows.find((row) => row.action === task_action && row.status === "PENDING") ??
    open_rows.find((row) => row.action === task_action) ??
    open_rows[0]
  );
}

async function applyScan(
  context: DriverContext,
  own_route: OwnRoute,
  visit: ScanTarget,
  scan: { code: string; action: ScanAction; lat?: number | undefined; lng?: number | undefined },
  parcels: readonly ScannedParcel[],
  moment: Moment,
): Promise<void> {
  const order = own_route.locked.get(parcels[0]?.order_id ?? 0);
  if (order === undefined) throw new Error("The scanned parcel's order was not locked.");
  const parcel_ids = parcels.map((parcel) => parcel.id);
  const payload = { route_id: own_route.route.id, stop_id: visit.stop_id };
  const take = async (fact: Parameters<typeof recordFact>[2]) => {
    // Starting the route may have changed the order.
    const present = own_route.locked.get(order.id) ?? order;
    cacheOrder(
      own_route,
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
      await storeProofs(context, visit.stop_id, new Map([[order.id, [evidence]]]));
      return;
    }
    case "pickup":
      if (order.type === "D") return recordLoadedParcels(context, own_route, parcels, moment.at);
      await recordRouteStart(context, own_route, moment, { implied: true });
      return take({ trigger: "pick_up", custody: { to: "driver", ref: String(own_route.route.driver_id) } });
    case "load":
      return recordLoadedParcels(context, own_route, parcels, moment.at);
    case "return":
      if (order.status === "RETURNING")
        return take({ trigger: "return_delivered", custody: { to: "sender", ref: null } });
      return take({
        trigger: "receive",
        tracking: { code: "otep:lastmile:returned_to_depot" },
        custody: { to: "warehouse" },
        ...(own_route.route.end_warehouse_id === null
          ? {}
          : { warehouse_id: own_route.route.end_warehouse_id }),
      });
  }
}
