/**
 * Create a warehouse. The first one of a business becomes its depot.
 *
 * An address without coordinates is looked up in the address book and geocoded.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { hasPosition, locatePlace } from "../place.ts";
import { insertWarehouse } from "../records/warehouse.ts";
import { Code, Name, Warehouse } from "../shapes.ts";

export const createWarehouse = defineOperation({
  name: "warehouseCreate",
  summary: "Create a warehouse",
  destructive: false,
  access: { roles: ["client_admin"], scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/warehouses", status: 201 },
  input: Type.Object({ code: Code, name: Name, place: Place }),
  output: Type.Object({
    result: Type.Boolean(),
    warehouse_id: Ref("warehouse"),
    version: Type.Integer(),
    warehouse: Warehouse,
  }),
  refusals: { code_taken: "conflict", no_position: "invalid" },

  prepare: (context, { place }) => locatePlace(context, place),

  async run(context, { code, name }, place) {
    const { refuse, emit, clearCallerCache } = context;
    if (!hasPosition(place)) {
      throw refuse("no_position", {
        message: messages.no_position,
        errors: [{ field: "place", message: fields.needs_coordinates }],
      });
    }
    const warehouse = await insertWarehouse(context, { code, name: name.trim(), place });
    if (warehouse === undefined) {
      throw refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: messages.other_warehouse }],
      });
    }
    const { id, version, is_depot } = warehouse;
    emit({
      subject: { type: "warehouse", id, is_new: true },
      kind: "warehouse.created",
      payload: { code, is_depot },
    });
    if (is_depot) clearCallerCache();
    return { result: true, warehouse_id: id, version, warehouse };
  },
});
