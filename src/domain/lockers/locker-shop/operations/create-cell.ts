/** Create a cell: a product at a locker. Its compartment is reserved when it is stocked. */
import Type from "typebox";
import { lockLocker } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { emitCell } from "../cells.ts";
import { answerCell } from "../present.ts";
import { CellRecord } from "../records/cell.ts";
import { lockOwnProduct } from "../records/product.ts";
import { CellAnswer, SizeName } from "../shapes.ts";

export const createCell = defineOperation({
  name: "shopCellCreate",
  summary: "Create a cell of a merchant",
  destructive: false,
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-shop/cells", status: 201 },
  localised: true,
  input: Type.Object({ product_id: Ref("shop_product"), locker_id: Ref("locker_device"), size: SizeName }),
  output: Type.Object({ ...CellAnswer.properties, cell_id: Ref("shop_cell") }),

  async run(context, { product_id, locker_id, size }) {
    const device = await lockLocker(context, locker_id);
    const { merchant_id } = await lockOwnProduct(context, product_id);
    const cell = await CellRecord.insert(context, { merchant_id, product_id, device_id: device.id, size });
    emitCell(context, cell);
    return { ...(await answerCell(context, cell.id)), cell_id: cell.id };
  },
});
