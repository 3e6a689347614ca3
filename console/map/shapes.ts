import type { RefObject } from "react";

/** What a page passes to the map. The page chooses the colours; positions are in degrees. */
export interface MapStop {
  id: number;
  lat: number;
  lng: number;
  colour: string;
  /** Shown on hover. */
  title: string;
  /** Fainter than the others. */
  faint?: boolean;
  /** The route that it belongs to, for highlighting. */
  route?: number | null;
  /** Its place in the sequence, shown where there is room. */
  number?: number;
}

export interface MapLine {
  id: number;
  colour: string;
  /** [lng, lat] */
  points: [number, number][];
}

export interface MapPin {
  id: string;
  lat: number;
  lng: number;
  kind: "depot" | "driver" | "stop" | "home" | "cluster";
  title: string;
  /** A few characters inside the pin. */
  text?: string;
  colour?: string;
  /** It can be dragged to another place. */
  is_movable?: true;
}

/** What a page may ask of a map. Points are of the window, pixels. */
export interface MapHandle {
  /** The route whose line or stop is under a point. */
  routeAt: (x: number, y: number) => number | null;
}

export interface MapProps {
  label: string;
  stops?: readonly MapStop[];
  lines?: readonly MapLine[];
  pins?: readonly MapPin[];
  /** The highlighted route; the others are faint. */
  route?: number | null;
  stop?: number | null;
  /** Highlighted stops, besides `stop`. */
  chosen?: readonly number[];
  onStop?: (id: number, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => void;
  /** The pointer was pressed on a stop: the map does not move then. */
  onStopPress?: (id: number, event: PointerEvent) => void;
  /** Set by the map while it is drawn. */
  handle?: RefObject<MapHandle | null>;
  /** Drawing around stops chooses them, instead of moving the map; `more` when a modifier key was held. */
  lasso?: boolean;
  onLasso?: (stop_ids: number[], more: boolean) => void;
  onPin?: (id: string) => void;
  /** Drivers that would cover one another are one mark, with this name. */
  nameCluster?: (pins: readonly MapPin[]) => string;
  /** A movable pin was dragged there. */
  onPinMove?: (id: string, at: { lat: number; lng: number }) => void;
  /** Called with the position of a click on the map itself. */
  onGround?: (at: { lat: number; lng: number }) => void;
  /** A changed value fits the view again: to the chosen route, or to everything. */
  fit?: string | number;
  /** The view moves there when this changes and lies outside the view, or near its edge. */
  centre?: { lat: number; lng: number } | null;
}
