/** The pay list of a fleet and how its riders are chosen. Jobs keep the pay list that their riders were offered. */
import Type from "typebox";
import { getVisibleFleet } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadInstantFleets, lockInstantFleet, saveInstantFleet } from "../records/instant-fleet.ts";
import { fleetMembers, InstantFleet } from "../shapes.ts";

const DEFAULTS = {
  free_waiting_minutes: 5,
  capacity: 1,
  distance_m_max: 5000,
  distance_weight: 60,
  idle_weight: 20,
  fairness_weight: 20,
};

export const setInstantFleet = defineOperation({
  name: "clientInstantFleetSet",
  summary: "Set the pay list of a fleet for Instant Deliver",
  access: { scopes: ["fleets:write"] },
  feature: "instant_deliver",
  rest: { method: "PUT", path: "/api/v1/client/instant/fleets/{fleet_id}" },
  input: Type.Object({
    fleet_id: Ref("fleet"),
    base_minor: fleetMembers.base_minor,
    per_km_minor: fleetMembers.per_km_minor,
    per_waiting_minute_minor: fleetMembers.per_waiting_minute_minor,
    ...Type.Partial(
      Type.Object({
        free_waiting_minutes: fleetMembers.free_waiting_minutes,
        capacity: fleetMembers.capacity,
        distance_m_max: fleetMembers.distance_m_max,
        distance_weight: fleetMembers.distance_weight,
        idle_weight: fleetMembers.idle_weight,
        fairness_weight: fleetMembers.fairness_weight,
      }),
    ).properties,
  }),
  output: Type.Object({ result: Type.Boolean(), fleet: InstantFleet }),

  async run(context, { fleet_id, ...settings }) {
    const { emit } = context;
    await getVisibleFleet(context, fleet_id, true);
    const existing = await lockInstantFleet(context, fleet_id);
    if (existing !== undefined) context.expectVersion(existing.version);
    const set = { ...DEFAULTS, ...settings };
    await saveInstantFleet(context, fleet_id, set);
    emit({
      subject: { type: "instant_fleet", id: fleet_id },
      kind: "instant_fleet.changed",
      payload: { fleet_id },
    });
    const [fleet] = await loadInstantFleets(context, fleet_id);
    if (fleet === undefined) throw new Error("A fleet that was set has its row.");
    return { result: true, fleet };
  },
});
