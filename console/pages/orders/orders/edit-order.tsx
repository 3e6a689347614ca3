/**
 * Corrects an order in the form that created it. What its state locks is disabled and says why; what a change leads to is
 * asked of the service while somebody types.
 */

import { Alert, Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, type Written } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { findWord } from "../../../parts/labels.ts";
import { useTimes } from "../../../parts/times.ts";
import { OrderFields } from "./order-fields.tsx";
import { RULES } from "./order-form.ts";
import { buildValues, type OrderValues, toChanges, toPath } from "./order-values.ts";
import type { OrderDetail, OrderPin } from "./queries.ts";
import { text } from "./text.ts";

interface EditProps {
  order: OrderDetail;
  pin: OrderPin | null;
  close: () => void;
  /** Opens the dialog that sends the order to another address. */
  reroute: () => void;
}

/** The order as it was when the form was opened: changes of others are reported meanwhile, and loaded on request. */
export function EditOrder(props: EditProps) {
  const [order, setOrder] = useState(props.order);
  return (
    <OpenEdit
      {...props}
      key={order.version}
      order={order}
      reload={props.order.version === order.version ? undefined : () => setOrder(props.order)}
    />
  );
}

function OpenEdit({ order, pin, close, reroute, reload }: EditProps & { reload: (() => void) | undefined }) {
  const times = useTimes();
  const [before] = useState(() => buildValues(order, times));
  const currency = order.currency ?? "EUR";
  const locks = new Map(
    order.locked_members.map(({ member, reason }) => [member as string, reason as string]),
  );
  const listChanges = (values: OrderValues) => toChanges(before, values, { currency, times });
  const [sent_ids, setSentIds] = useState<number[]>([]);
  const run = (values: OrderValues, options: { dry_run?: boolean; signal?: AbortSignal } = {}) =>
    client.clientOrderUpdate(
      { order_id: order.id, ...listChanges(values) },
      { ...options, if_match: order.version },
    );
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.edit.title({ number: order.tracking_number })}
      size="xl"
      confirm={text.edit.confirm}
      refused={text.edit.refused}
      initial={before}
      toPath={(path) => toPath(path, sent_ids)}
      run={(values) => {
        // Errors name a parcel by its place in the request, which lists the changed ones.
        setSentIds(
          (listChanges(values).parcels ?? []).map(({ id }) =>
            before.parcels.findIndex((one) => one.id === id),
          ),
        );
        return run(values);
      }}
      keys={[["orders"], ["tracking"], ["routes"]]}
      success_message={(answer) =>
        answer.order.cannot_plan_reason === "no_location" ? text.edit.saved_nowhere : text.edit.saved
      }
    >
      {(form) => (
        <>
          {reload ? (
            <Alert color="yellow" variant="outline" role="alert" title={text.edit.changed}>
              <div className="stack tight" style={{ alignItems: "flex-start" }}>
                <span>{text.edit.changed_about}</span>
                <Button size="xs" variant="default" onClick={reload}>
                  {text.edit.reload}
                </Button>
              </div>
            </Alert>
          ) : null}
          <OrderFields
            form={form}
            currency={currency}
            editing={{
              locks,
              has_pin: pin !== null,
              instead: (side) => (
                <LockedAddress order={order} reason={locks.get(side) ?? ""} reroute={reroute} />
              ),
            }}
          />
          <Consequences
            order={order}
            changes={listChanges(form.values)}
            run={(signal) => run(form.values, { dry_run: true, signal })}
          />
        </>
      )}
    </FormDrawer>
  );
}

function LockedAddress({
  order,
  reason,
  reroute,
}: {
  order: OrderDetail;
  reason: string;
  reroute: () => void;
}) {
  return (
    <div className="stack tight" style={{ alignItems: "flex-start" }}>
      <span>{findWord(text.edit.locked_address, reason)}</span>
      {order.can_reroute ? (
        <Button size="compact-xs" variant="default" onClick={reroute}>
          {text.edit.reroute}
        </Button>
      ) : reason === "under_way" || reason === "on_released_route" ? (
        <span>{text.edit.when_back}</span>
      ) : null}
    </div>
  );
}

/** What the service would do, as far as it goes beyond the fields. */
function Consequences({
  order,
  changes,
  run,
}: {
  order: OrderDetail;
  changes: object;
  run: (signal: AbortSignal) => Promise<Written<{ order: OrderDetail }>>;
}) {
  const key = JSON.stringify(changes);
  const [settled] = useDebouncedValue(key, 600);
  const is_changed = Object.keys(changes).length > 0;
  const { data } = useQuery({
    queryKey: ["preview", "update", order.id, order.version, settled],
    queryFn: ({ signal }) => run(signal),
    enabled: is_changed && settled === key,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  if (!is_changed || data === undefined) return null;
  const after = data.order;
  const is_route_new = (data.would_emit ?? []).some(({ kind }) => kind.startsWith("route."));
  const lines = [
    order.route_id !== null && after.route_id === null
      ? text.edit.leaves_route
      : is_route_new
        ? text.edit.route_follows
        : null,
    after.cannot_plan_reason === "no_location" ? text.edit.nowhere : null,
    order.shipping_price !== null && order.shipping_price !== undefined ? text.edit.price_kept : null,
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  return (
    <section aria-live="polite" aria-label={text.edit.consequences} className="look-ahead">
      <h3>{text.edit.consequences}</h3>
      <ul className="stack tight">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
