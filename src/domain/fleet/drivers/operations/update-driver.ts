/**
 * Approve, suspend or assign a driver: status, vehicle, contractor, Instant Deliver. Or invite one again.
 *
 * Approving a registration lets its account sign in. A suspended driver cannot start or see routes, but
 * may still upload recorded data. Skills have a separate endpoint.
 */
import Type from "typebox";
import {
  InvitationMember,
  inviteAgain,
  refuseUnknownWarehouses,
  WarehouseIds,
} from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changeDriver, checkContractor, checkVehicle } from "../change-driver.ts";
import { buildDriverInfoResponse } from "../records/driver.ts";
import { DriverInfoAnswer } from "../shapes.ts";
import { getVisibleDriver } from "../visibility.ts";

export const updateDriver = defineOperation({
  name: "clientDriverUpdate",
  summary: "Approve, suspend or assign a driver",
  access: { scopes: ["drivers:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/drivers/{driver_id}" },
  needs_sign_in: ["send_invitation"],
  secret_answer: "if_signed_in",
  unpredicted: ["invitation.link"],
  input: Type.Object({
    driver_id: Ref("driver"),
    status: Type.Optional(StringEnum(["active", "suspended"])),
    vehicle_id: Type.Optional(Nullable(Ref("vehicle"))),
    contractor_id: Type.Optional(Nullable(Ref("contractor"))),
    instant_deliver: Type.Optional(Type.Boolean()),
    warehouse_ids: Type.Optional({
      ...WarehouseIds,
      description: "The warehouses where the driver may start; empty: any.",
    }),
    send_invitation: Type.Optional(
      Type.Literal(true, {
        description: "Invite a driver without a password again; earlier links end.",
      }),
    ),
  }),
  output: Type.Object({ ...DriverInfoAnswer.properties, invitation: InvitationMember }),
  refusals: {
    unknown_vehicle: "invalid",
    unknown_contractor: "invalid",
    unknown_warehouse: "invalid",
    not_invited: "conflict",
  },

  async run(context, { driver_id, send_invitation, ...set }) {
    const driver = await getVisibleDriver(context, driver_id, { lock: true });
    context.expectVersion(driver.version);
    await checkVehicle(context, set.vehicle_id);
    await checkContractor(context, set.contractor_id);
    const known_warehouses = new Set(driver.warehouse_ids);
    await refuseUnknownWarehouses(
      context,
      set.warehouse_ids?.filter((id) => !known_warehouses.has(id)) ?? [],
    );
    const kind =
      set.status === undefined || set.status === driver.status
        ? "driver.changed"
        : set.status === "active"
          ? "driver.approved"
          : "driver.suspended";
    const changed = await changeDriver(context, driver, set, kind);
    const invitation = send_invitation
      ? await inviteAgain(context, { driver_id: driver.id }, driver.account_id)
      : null;
    return { ...buildDriverInfoResponse(changed), invitation };
  },
});
