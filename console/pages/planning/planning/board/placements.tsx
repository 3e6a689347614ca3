/** The best routes for orders, with distance, time, load and costs: choosing one moves the orders there. */
import { Button, Loader } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMe } from "../../../../api/session.ts";
import { money } from "../../../../parts/format.ts";
import { Failure } from "../../../../parts/states.tsx";
import { listPlacements } from "../../routes/queries.ts";
import { text } from "../text.ts";
import { Effect } from "./drag-preview.tsx";
import type { Move } from "./moves.tsx";

const placementsQuery = (date: string, order_ids: readonly number[]) => ({
  queryKey: ["routes", "placements", date, order_ids] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    listPlacements({ date, order_ids: [...order_ids], limit: 5 }, signal),
  placeholderData: keepPreviousData,
  staleTime: 5000,
});

export function BestRoutes({
  date,
  order_ids,
  move,
}: {
  date: string;
  order_ids: readonly number[];
  move: (move: Move) => void;
}) {
  const currency = useMe().business?.currency;
  const query = useQuery(placementsQuery(date, order_ids));
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loader size={16} aria-label={text.best.looking} />;
  const { placements } = query.data;
  if (placements.length === 0) return <p className="dim small">{text.best.none}</p>;
  return (
    <ol className="placements" aria-label={text.best.label}>
      {placements.map((one) => {
        const name = one.route.driver_name ?? one.route.number;
        return (
          <li key={one.route.id} className="placement">
            <span className="grow stack tight">
              <span className="row apart nowrap">
                <span className="strong cut">{name}</span>
                <span className="num nowrap">{money(one.added_cost_minor, currency)}</span>
              </span>
              <Effect preview={one} />
            </span>
            <Button
              size="compact-xs"
              variant={one.is_possible ? "light" : "default"}
              aria-label={text.best.move_to({ name })}
              onClick={() =>
                move({ order_ids, to: { id: one.route.id, name }, position: one.position || undefined })
              }
            >
              {text.best.move}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}
