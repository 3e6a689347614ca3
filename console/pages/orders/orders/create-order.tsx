/** Form for a new order. The service validates it; its errors appear beside the fields. */
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { useTimes } from "../../../parts/times.ts";
import { OrderFields } from "./order-fields.tsx";
import { RULES } from "./order-form.ts";
import { buildNewValues, toDraft, toPath } from "./order-values.ts";
import { text } from "./text.ts";

/** Why a rider may not take an order of the service `instant`. */
function describeInstantDoubt({ field, code }: { field: string; code: string }): string {
  const ends = text.form.doubts[code as keyof typeof text.form.doubts];
  return ends?.[field.startsWith("pickup") ? "pickup" : "dropoff"] ?? "";
}

export function CreateOrder({ close }: { close: () => void }) {
  const times = useTimes();
  const openOrder = useOpenRecord("order");
  const { business } = useMe();
  const currency = business?.currency ?? "EUR";
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.form.title}
      size="xl"
      confirm={text.form.confirm}
      refused={text.form.refused}
      initial={buildNewValues(times.today())}
      // All parcels are like the first one.
      toPath={(path) => toPath(path.replace(/^parcels(\.\d+)?/, "parcels.0"))}
      run={(values) =>
        client.clientOrderCreate(
          toDraft(values, { country: business?.country || undefined, currency, times }),
        )
      }
      keys={[["orders"]]}
      success_message={({ tracking_number, order, doubts = [] }) =>
        [
          order.cannot_plan_reason === "no_location"
            ? text.form.created_nowhere({ number: tracking_number })
            : text.form.created({ number: tracking_number }),
          ...doubts.map(describeInstantDoubt),
        ].join(" ")
      }
      done={({ order_id }) => {
        close();
        openOrder(order_id);
      }}
    >
      {(form) => <OrderFields form={form} currency={currency} />}
    </FormDrawer>
  );
}
