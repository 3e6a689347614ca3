/** The load scan: what is aboard against the manifest. */
import Type from "typebox";
import { parcelsOf } from "#domain/orders/public.ts";
import { nextRoute } from "#domain/routes/public.ts";
import { Id } from "#vocabulary/basics.ts";
import { defineCommand, toldOf } from "../command.ts";
import { lockOwnRoute } from "../own.ts";
import { belongsOf, CODE_MAX, findParcels, isAboard, loadParcels, manifestOf, tellScan } from "../parcels.ts";
import { flagClock, saveRoute } from "../progress.ts";
import { notBefore } from "../rules.ts";

export const loadCheck = defineCommand({
  type: "loadcheck",
  members: {
    route_id: Id,
    codes: Type.Array(Type.String({ minLength: 1, maxLength: CODE_MAX }), {
      maxItems: 1000,
      description: "Codes scanned; none only tells what is missing.",
    }),
  },
  async run(context, { route_id, codes }, given) {
    const { db, business_id, emit } = context;
    const own = await lockOwnRoute(context, route_id);
    const moment = notBefore(given, own.route.created_at, context.now);
    const manifest = new Set(manifestOf(own).map((order) => order.id));
    const [boxes, found] = await Promise.all([
      parcelsOf(db, business_id, [...manifest]),
      findParcels(context, codes),
    ]);
    const scanned = [...found.values()].flat();
    const ours = scanned.filter((parcel) => manifest.has(parcel.order_id));
    const strange = scanned.filter((parcel) => !manifest.has(parcel.order_id));
    const belongs = await belongsOf(
      context,
      strange.map((parcel) => parcel.order_id),
    );

    const fresh = ours.filter((parcel) => !isAboard(own, parcel));
    await loadParcels(context, own, fresh, moment.at);
    await tellScan(
      context,
      ours,
      { action: "load", outcome: "accepted", route_id, at: moment.at },
      own.locked,
    );
    await tellScan(
      context,
      strange,
      { action: "load", outcome: "wrong_route", route_id, at: moment.at },
      own.locked,
    );
    const now_aboard = new Set(ours.map((parcel) => parcel.id));
    const missing = boxes.filter(
      (box) =>
        !now_aboard.has(box.id) &&
        !isAboard(own, box) &&
        box.custody !== "missing" &&
        box.custody !== "disposed",
    );
    const unknown = [...found].filter(([, parcels]) => parcels.length === 0).map(([code]) => code);
    const status = missing.length === 0 && boxes.length > 0 ? nextRoute(own.route.status, "load") : null;
    if (status !== null) await saveRoute(context, own, { status });
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
    await flagClock(context, moment, { route_id });
    return {
      result: true,
      route_id,
      status: own.route.status,
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
      wrong_route: [...found].flatMap(([code, parcels]) =>
        parcels.flatMap((parcel) => {
          const place = manifest.has(parcel.order_id) ? undefined : belongs.get(parcel.order_id);
          return place === undefined ? [] : [{ code, parcel_id: parcel.id, ...place }];
        }),
      ),
      ...toldOf(moment),
    };
  },
});
