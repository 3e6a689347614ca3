/** A label as operations answer with it. */
import { getLabel } from "./records/label.ts";
import { loadPackages } from "./records/label-package.ts";
import { toLabelOrder } from "./shapes.ts";

/** Read after what was written. */
export async function answerLabel(context: Parameters<typeof getLabel>[0], id: number) {
  const [order, packages] = await Promise.all([getLabel(context, id), loadPackages(context, id)]);
  const label_order = toLabelOrder(context, order, packages);
  return {
    result: true,
    pending: label_order.is_pending,
    version: order.version,
    label_order,
    tracking_numbers: packages.flatMap(({ tracking_number }) => tracking_number ?? []),
  };
}
