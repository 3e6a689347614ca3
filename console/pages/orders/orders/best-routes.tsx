/** The routes of a day that orders could be put on, the best first, with what each would become. */
import { Alert, Button } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { IconRouteOff } from "#icons";
import { ApiError } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { duration, kilometres, money } from "../../../parts/format.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { notifyFailure, notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { listPlacements, moveOrders, type RoutePlacement } from "../../planning/routes/queries.ts";
import { text } from "./text.ts";

const placementsQuery = (date: string, order_ids: readonly number[]) =>
  queryOptions({
    queryKey: ["routes", "best", date, order_ids],
    queryFn: ({ signal }) => listPlacements({ date, order_ids: [...order_ids], limit: 5 }, signal),
    meta: { live: ["route"] },
    staleTime: 5000,
  });

export function BestRoutes({
  order_ids,
  date,
  done = () => {},
}: {
  order_ids: readonly number[];
  date: string;
  done?: () => void;
}) {
  const client = useQueryClient();
  const query = useQuery(placementsQuery(date, order_ids));
  /** A route whose vehicle does not carry it: asked before it is done all the same. */
  const [over, setOver] = useState<{ placement: RoutePlacement; reason: string } | null>(null);
  const put = useMutation({
    mutationFn: ({
      placement: { route, position },
      anyway,
    }: {
      placement: RoutePlacement;
      anyway: boolean;
    }) =>
      moveOrders({
        order_ids: [...order_ids],
        route_id: route.id,
        ...(position > 0 ? { position } : {}),
        // A route that somebody else changed meanwhile is shown again instead.
        versions: [{ route_id: route.id, version: route.version }],
        ...(anyway ? { allow_over_capacity: true } : {}),
      }),
    onSuccess: (_, { placement }) => {
      notifySuccess(text.best.done({ n: order_ids.length, name: getName(placement) }));
      done();
    },
    onError: (error, { placement }) => {
      if (!(error instanceof ApiError)) notifyFailure(error, text.best.not_done);
      else if (error.error_code === "OVER_CAPACITY") setOver({ placement, reason: error.message });
      else if (error.error_code === "VERSION_CONFLICT") notifyWarning(text.best.changed, text.best.not_done);
      else notifyFailure(error, text.best.not_done);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["orders"] });
      void client.invalidateQueries({ queryKey: ["routes"] });
    },
  });
  return (
    <Loaded query={query} fallback={<Waiting rows={3} />}>
      {({ placements }) =>
        placements.length === 0 ? (
          <Empty icon={IconRouteOff} title={text.best.none}>
            {text.best.none_about}
          </Empty>
        ) : (
          <div className="stack">
            {over === null ? null : (
              <Alert color="yellow" variant="outline" role="alert" title={text.best.over}>
                <p>{over.reason}</p>
                <div className="row tight" style={{ marginTop: 6 }}>
                  <Button size="xs" variant="default" onClick={() => setOver(null)}>
                    {text.best.leave}
                  </Button>
                  <Button
                    size="xs"
                    color="red.8"
                    onClick={() => {
                      setOver(null);
                      put.mutate({ placement: over.placement, anyway: true });
                    }}
                  >
                    {text.best.anyway}
                  </Button>
                </div>
              </Alert>
            )}
            <ol className="list" aria-label={text.best.title}>
              {placements.map((placement) => (
                <li key={placement.route.id} className="row nowrap" style={{ padding: "8px 0" }}>
                  <Effect placement={placement} />
                  <Button
                    size="compact-sm"
                    variant={placement.is_possible ? "light" : "default"}
                    disabled={placement.refusal === "orders_refused"}
                    loading={put.isPending && put.variables.placement.route.id === placement.route.id}
                    aria-label={text.best.put_on({ name: getName(placement) })}
                    onClick={() => put.mutate({ placement, anyway: false })}
                  >
                    {text.best.put}
                  </Button>
                </li>
              ))}
            </ol>
          </div>
        )
      }
    </Loaded>
  );
}

const getName = ({ route }: RoutePlacement) => route.driver_name ?? route.number;

/** "−" and "+" stand for less and more: routes that the orders leave become shorter. */
const signed = (value: number, format: (size: number) => string) =>
  `${value < 0 ? "−" : "+"}${format(Math.abs(value))}`;

function Effect({ placement }: { placement: RoutePlacement }) {
  const currency = useMe().business?.currency;
  const { added_distance_m, added_duration_s, added_cost_minor, late, late_before, message } = placement;
  const more_late = late - late_before;
  return (
    <span className="grow stack tight" style={{ gap: 0 }}>
      <span className="row apart nowrap">
        <span className="strong cut">{getName(placement)}</span>
        <span className="num nowrap">{signed(added_cost_minor, (size) => money(size, currency))}</span>
      </span>
      <span className="dim small num">
        {signed(added_distance_m, kilometres)} · {signed(added_duration_s, duration)}
        {placement.distances === "straight_line" ? ` · ${text.best.straight}` : ""}
      </span>
      {more_late > 0 ? (
        <span className="small" style={{ color: "var(--ph-warn)" }}>
          {text.best.late({ n: more_late })}
        </span>
      ) : null}
      {message === null ? null : (
        <span className="small" style={{ color: "var(--ph-bad)" }}>
          {message}
        </span>
      )}
    </span>
  );
}
