/** Schemas shared by the requests and responses of assignments. */
import Type from "typebox";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

/** Orders to assign or revoke; a duplicate id counts once. */
export const OrderIds = Type.Array(Ref("order", OrderId), { minItems: 1, maxItems: 1000 });

/** An order that was not changed, and why. */
export const AssignmentError = Type.Object(
  { order_id: Ref("order", Type.Integer()), message: Type.String() },
  { $id: "BrokerOrderAssignmentError" },
);
