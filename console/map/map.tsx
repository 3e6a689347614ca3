/** The map, loaded when the first page that has one opens; a list of its places in a browser that cannot draw it. */
import { Loader, Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { text } from "../language/text.ts";
import { loadWithTexts } from "../language/texts.ts";
import type { MapProps } from "./shapes.ts";
import { canDrawMaps } from "./webgl.ts";
import "./map.css";

const View = lazy(() =>
  canDrawMaps() ? import("./view.tsx") : loadWithTexts(() => import("./place-list.tsx")),
);

export function BaseMap({
  waiting = false,
  ...props
}: MapProps & { /** What the map will show is being loaded. */ waiting?: boolean }) {
  return (
    <div className="map-holder">
      <Suspense fallback={<Skeleton height="100%" radius={0} />}>
        <View {...props} />
      </Suspense>
      {waiting ? (
        <p className="map-legend" role="status" aria-label={text.states.loading}>
          <span>
            <Loader size={14} /> {text.states.loading} …
          </span>
        </p>
      ) : null}
    </div>
  );
}
