/** Change a warehouse, or make it the depot. The code does not change: it is printed on signs. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { hasPosition, locatePlace } from "../place.ts";
import { getVisibleWarehouse, unsetDepot, WarehouseRecord } from "../records/warehouse.ts";
import { Name, Warehouse } from "../shapes.ts";

export const updateWarehouse = defineOperation({
  name: "warehouseUpdate",
  summary: "Update a warehouse",
  access: { roles: ["client_admin"], scopes: ["wms:write"] },
  rest: { method: "PATCH", path: "/api/v1/wms/warehouses/{warehouse_id}" },
  input: Type.Object({
    warehouse_id: Ref("warehouse"),
    name: Type.Optional(Name),
    place: Type.Optional(Place),
    is_depot: Type.Optional(
      Type.Literal(true, { description: "Makes it the depot, instead of the one that is it now." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), warehouse: Warehouse }),
  refusals: { no_position: "invalid", warehouse_closed: "conflict" },

  prepare: async (context, { place }) => (place === undefined ? null : locatePlace(context, place)),

  async run(context, { warehouse_id, name, is_depot }, place) {
    const { refuse, expectVersion, emit, clearCallerCache } = context;
    const old = await getVisibleWarehouse(context, warehouse_id, "for update");
    expectVersion(old.version);
    if (old.status === "closed") throw refuse("warehouse_closed", { message: messages.warehouse_closed });
    if (place !== null && !hasPosition(place)) {
      throw refuse("no_position", {
        message: messages.no_position,
        errors: [{ field: "place", message: fields.needs_coordinates }],
      });
    }
    if (is_depot && !old.is_depot) await unsetDepot(context);
    const warehouse = await WarehouseRecord.change(context, old, {
      name: name?.trim() ?? old.name,
      place: place ?? old.place,
      is_depot: is_depot ?? old.is_depot,
    });
    const members = [
      ...(name === undefined ? [] : ["name"]),
      ...(place === null ? [] : ["place"]),
      ...(is_depot === undefined ? [] : ["is_depot"]),
    ];
    emit({
      subject: { type: "warehouse", id: warehouse_id },
      kind: "warehouse.changed",
      payload: { members },
      before: { name: old.name, is_depot: old.is_depot },
      after: { name: warehouse.name, is_depot: warehouse.is_depot },
    });
    clearCallerCache();
    return { result: true, version: warehouse.version, warehouse };
  },
});
