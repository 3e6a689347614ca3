/** Scan what is aboard against the manifest: loaded, missing, unknown, and what belongs on another route. */

import Type from "typebox";
import {
  findScannedParcels,
  findStopReason,
  isAmbiguous,
  listCandidates,
  loadParcels,
  narrowScan,
  ScanCandidate,
  SetAside,
} from "#domain/orders/orders/public.ts";
import { getNextRouteStatus } from "#domain/planning/routes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, OrderId, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ScannedCode } from "#vocabulary/scanned-code.ts";
import { runOnce } from "../device-sequence.ts";
import { lockOwnRoute } from "../own-routes.ts";
import { buildManifest, isAboard, loadParcelOwners, recordLoadedParcels, recordScan } from "../parcels.ts";
import { flagClock, updateRoute } from "../progress.ts";
import { buildMomentFields, clampToFloor, isBefore } from "../rules.ts";
import { Belongs, commandMembers, DRIVER_COMMAND } from "../shapes.ts";

const ManifestParcel = Type.Object(
  { parcel_id: Ref("parcel"), order_id: Ref("order", OrderId), tracking_number: Type.String() },
  { $id: "ManifestParcel" },
);

export const checkLoad = defineOperation({
  name: "driverLoadcheck",
  summary: "Check the load against the manifest",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/loadcheck" },
  input: Type.Object({
    route_id: Ref("route"),
    codes: Type.Array(Ref("label_code", ScannedCode), {
      maxItems: 1000,
      description: "Codes scanned; an empty list only reports what is missing.",
    }),
    ...commandMembers,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    route_id: Ref("route"),
    status: Type.String(),
    complete: Type.Boolean({ description: "True when nothing of the manifest is missing." }),
    loaded: Type.Array(ManifestParcel),
    missing: Type.Array(ManifestParcel),
    unknown: Type.Array(Type.String()),
    wrong_route: Type.Array(
      Type.Object({ code: Type.String(), parcel_id: Ref("parcel"), ...Belongs.properties }),
    ),
    ambiguous: Type.Array(
      Type.Object({ code: Type.String(), candidates: Type.Array(ScanCandidate) }, { $id: "AmbiguousCode" }),
      {
        description:
          "Several orders of the manifest, or none of it and several others, have the code: scan one as an order.",
      },
    ),
    set_aside: Type.Array(
      Type.Object(
        { code: Type.String(), parcel_id: Ref("parcel"), order_id: Ref("order", OrderId), reason: SetAside },
        { $id: "SetAsideParcel" },
      ),
      { description: "Parcels that are not of the manifest and must not go on." },
    ),
    occurred_at: Timestamp,
    device_at: Nullable(Timestamp),
    clock_skewed: Type.Boolean(),
  }),

  run: (context, input) =>
    runOnce(context, "loadcheck", input, async (reported_moment) => {
      const { route_id, codes } = input;
      const { db, business_id, emit } = context;
      const own_route = await lockOwnRoute(context, route_id);
      const moment = clampToFloor(reported_moment, own_route.route.created_at, context.now);
      const manifest = new Set(buildManifest(own_route, moment.at).map((order) => order.id));
      const [boxes, parcels_by_code] = await Promise.all([
        loadParcels(db, business_id, [...manifest]),
        findScannedParcels(context, codes),
      ]);
      // Of several orders with a code those of the manifest are meant.
      const own_parcels_by_code = [...parcels_by_code].map(([code, parcels]) => {
        const own_parcels = parcels.filter(({ order_id }) => manifest.has(order_id));
        return [code, narrowScan(own_parcels.length > 0 ? own_parcels : parcels, {})] as const;
      });
      const ambiguous = own_parcels_by_code
        .filter(([, parcels]) => isAmbiguous(parcels))
        .map(([code, parcels]) => ({ code, candidates: listCandidates(parcels) }));
      const unambiguous = new Map(own_parcels_by_code.filter(([, parcels]) => !isAmbiguous(parcels)));
      const scanned = [...unambiguous.values()].flat();
      const from_manifest = scanned.filter((parcel) => manifest.has(parcel.order_id));
      const strange = scanned.filter((parcel) => !manifest.has(parcel.order_id));
      const belongs = await loadParcelOwners(
        context,
        strange.map((parcel) => parcel.order_id),
      );

      // A parcel recorded aboard since a later moment was not yet known to be aboard when it was scanned.
      const fresh = from_manifest.filter(
        (parcel) => !isAboard(own_route, parcel) || isBefore(moment.at, parcel.custody_since),
      );
      await recordLoadedParcels(context, own_route, fresh, moment.at);
      await recordScan(
        context,
        from_manifest,
        { action: "load", outcome: "accepted", route_id, at: moment.at },
        own_route.locked,
      );
      await recordScan(
        context,
        strange,
        { action: "load", outcome: "wrong_route", route_id, at: moment.at },
        own_route.locked,
      );
      const now_aboard = new Set(from_manifest.map((parcel) => parcel.id));
      const missing = boxes.filter(
        (box) =>
          !now_aboard.has(box.id) &&
          !isAboard(own_route, box) &&
          box.custody !== "missing" &&
          box.custody !== "disposed",
      );
      const unknown = [...unambiguous].filter(([, parcels]) => parcels.length === 0).map(([code]) => code);
      const status =
        missing.length === 0 && boxes.length > 0 ? getNextRouteStatus(own_route.route.status, "load") : null;
      if (status !== null) await updateRoute(context, own_route, { status });
      emit({
        subject: { type: "route", id: route_id },
        kind: status === null ? "route.load_checked" : "route.loaded",
        payload: {
          loaded: boxes.length - missing.length,
          missing: missing.length,
          wrong_route: strange.length,
          unknown: unknown.length,
        },
        occurred_at: moment.at,
        ...(status === null ? {} : { before: { status: "RELEASED" }, after: { status } }),
      });
      flagClock(context, moment, { route_id });
      return {
        result: true,
        route_id,
        status: own_route.route.status,
        complete: missing.length === 0,
        loaded: boxes
          .filter((box) => !missing.includes(box))
          .map(({ id, order_id, tracking_number }) => ({ parcel_id: id, order_id, tracking_number })),
        missing: missing.map(({ id, order_id, tracking_number }) => ({
          parcel_id: id,
          order_id,
          tracking_number,
        })),
        unknown,
        ambiguous,
        set_aside: [...unambiguous].flatMap(([code, parcels]) =>
          parcels.flatMap((parcel) => {
            const reason = manifest.has(parcel.order_id) ? null : findStopReason(parcel);
            return reason === null ? [] : [{ code, parcel_id: parcel.id, order_id: parcel.order_id, reason }];
          }),
        ),
        wrong_route: [...unambiguous].flatMap(([code, parcels]) =>
          parcels.flatMap((parcel) => {
            const place = manifest.has(parcel.order_id) ? undefined : belongs.get(parcel.order_id);
            return place === undefined ? [] : [{ code, parcel_id: parcel.id, ...place }];
          }),
        ),
        ...buildMomentFields(moment),
      };
    }),
});
