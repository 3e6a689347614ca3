/** Beside the pointer while orders are dragged: what the route would become, and why it could not take them. */
import { IconAlertTriangleFilled } from "#icons";
import { number } from "../../../../parts/format.ts";
import { formatLoad, listLoads } from "../../../../parts/load.ts";
import { Bar } from "../../../../parts/page.tsx";
import type { RoutePlacement, ScheduledRoute } from "../../routes/queries.ts";
import { text } from "../text.ts";
import { type DragControl, useDrag } from "./drag.ts";
import { routeName } from "./movable-stops.ts";

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** "+1.2 km", "−340 m" */
function signedDistance(metres: number): string {
  const sign = metres < 0 ? "−" : "+";
  const size = Math.abs(metres);
  return size < 1000 ? `${sign}${size} m` : `${sign}${number(size / 1000, TENTHS)} km`;
}

function signedMinutes(seconds: number): string {
  return `${seconds < 0 ? "−" : "+"}${Math.abs(Math.round(seconds / 60))} min`;
}

export function DragPreview({
  control,
  routes,
}: {
  control: DragControl;
  routes: readonly ScheduledRoute[];
}) {
  const drag = useDrag(control);
  if (drag === null) return null;
  const { target, preview, x, y } = drag;
  const route =
    typeof target === "object" && target !== null
      ? routes.find(({ id }) => id === target.route_id)
      : undefined;
  const is_left = x > window.innerWidth - 280;
  const is_bad = preview !== undefined && !preview.is_possible;
  return (
    <div
      className={is_bad ? "drag-preview bad" : "drag-preview"}
      style={{
        transform: `translate(${is_left ? x - 262 : x + 14}px, ${Math.min(y + 14, window.innerHeight - 170)}px)`,
      }}
      role="status"
    >
      <span className="strong">
        {text.drag.orders({ n: drag.order_ids.length })}
        {target === "off" ? ` · ${text.drag.off}` : route === undefined ? "" : ` → ${routeName(route)}`}
      </span>
      {route === undefined ? null : preview === undefined ? (
        <span className="dim small">…</span>
      ) : (
        <Effect preview={preview} />
      )}
    </div>
  );
}

/** Loads against the vehicle, kilometres and minutes more or less, and what stands against it. */
export function Effect({ preview }: { preview: RoutePlacement }) {
  const more_late = preview.late - preview.late_before;
  return (
    <>
      <span className="row tight small num">
        <span>{signedDistance(preview.added_distance_m)}</span>
        <span>{signedMinutes(preview.added_duration_s)}</span>
        {preview.saved_distance_m === 0 ? null : (
          <span className="dim">
            {text.drag.elsewhere({ distance: signedDistance(-preview.saved_distance_m) })}
          </span>
        )}
      </span>
      {listLoads(preview.load, preview.capacity).map((load) => (
        <span
          key={load.measure}
          className={load.is_over ? "drag-load over small num" : "drag-load small num"}
        >
          {load.most === null ? null : (
            <Bar
              value={load.value}
              of={load.most}
              tone={load.is_over ? "bad" : "accent"}
              label={formatLoad(load)}
            />
          )}
          <span className="nowrap">{formatLoad(load)}</span>
        </span>
      ))}
      {more_late > 0 ? (
        <span className="small board-late">{text.drag.more_late({ n: more_late })}</span>
      ) : null}
      {preview.message === null ? null : (
        <span className="small board-late row tight nowrap">
          <IconAlertTriangleFilled size={12} aria-hidden /> <span>{preview.message}</span>
        </span>
      )}
    </>
  );
}
