/** Puts the selected orders onto one route, with a preview of which ones it would take. */
import { Select, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientOrdersBulkAssignOutput } from "../../../../packages/client/client.gen.ts";
import { runInParts } from "../../../api/bulk.ts";
import { client as service } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import { notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { SkippedOrders } from "../../fleet/contractors/skipped-orders.tsx";
import { routesQuery } from "../../planning/routes/queries.ts";
import type { OrderSummary } from "./queries.ts";
import { text } from "./text.ts";

/** Routes that have not started. */
const OPEN: readonly string[] = ["DRAFT", "PLANNED", "POSTED", "ASSIGNED", "RELEASED", "LOADED"];

export function PutOnRoute({
  orders,
  close,
  done,
}: {
  orders: readonly OrderSummary[];
  close: () => void;
  done: () => void;
}) {
  const client = useQueryClient();
  const [date, setDate] = useState(() => findCommonest(orders.map((order) => order.scheduled_date)));
  const [route_id, setRoute] = useState<string | null>(null);
  const routes = useQuery({ ...routesQuery({ date }), enabled: date !== "" });
  const open = routes.data?.routes.filter(({ status }) => OPEN.includes(status)) ?? [];
  const ids = orders.map(({ id }) => id);
  const numbers = new Map(orders.map(({ id, tracking_number }) => [id, tracking_number]));
  const words = text.put_on_route;
  return (
    <ActionDialog<ClientOrdersBulkAssignOutput>
      name="put on route"
      opened
      close={close}
      title={text.command.title({ label: words.label, which: text.orders({ n: orders.length }) })}
      confirm={words.label}
      input={route_id === null ? null : { order_ids: ids, route_id: Number(route_id) }}
      run={(options) =>
        runInParts(
          ids,
          (order_ids, each) =>
            service.clientOrdersBulkAssign({ order_ids, route_id: Number(route_id) }, each),
          options,
        )
      }
      possible={({ result }) => result}
      outcome={({ done: changed, errors }) => (
        <SkippedOrders
          lead={changed === 0 ? words.none : words.would({ n: changed })}
          errors={errors.flatMap(({ id, message }) =>
            id === null ? [] : [{ order_id: id, message, name: numbers.get(id) }],
          )}
        />
      )}
      done={({ done: changed, failed: refused }) => {
        void client.invalidateQueries({ queryKey: ["orders"] });
        void client.invalidateQueries({ queryKey: ["routes"] });
        if (refused === 0) notifySuccess(words.done({ n: changed }));
        else notifyWarning(words.partly({ n: number(changed), all: number(changed + refused) }));
        close();
        done();
      }}
    >
      <TextInput
        type="date"
        label={words.day}
        data-autofocus
        value={date}
        onChange={(event) => {
          setDate(event.currentTarget.value);
          setRoute(null);
        }}
      />
      <Select
        label={words.route}
        placeholder={text.command.choose}
        searchable
        allowDeselect={false}
        disabled={routes.data === undefined}
        description={routes.data !== undefined && open.length === 0 ? words.no_route : undefined}
        data={open.map((route) => ({
          value: String(route.id),
          label: words.route_name({
            number: route.number,
            driver: route.driver_name ?? words.no_driver,
            stops: route.stops_total,
          }),
        }))}
        {...toMemberProps(getRules("clientOrdersBulkAssign"), "route_id", { required: true })}
        value={route_id}
        onChange={setRoute}
      />
    </ActionDialog>
  );
}

function findCommonest(dates: readonly string[]): string {
  const groups = [...Map.groupBy(dates, (date) => date)];
  return groups.sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "";
}
