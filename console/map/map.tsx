/** The map, loaded when the first page that has one opens. */
import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { MapProps } from "./shapes.ts";
import "./map.css";

const View = lazy(() => import("./view.tsx"));

export function GroundMap(props: MapProps) {
  return (
    <div className="map-holder">
      <Suspense fallback={<Skeleton height="100%" radius={0} />}>
        <View {...props} />
      </Suspense>
    </div>
  );
}
