/** What a page asks the map to show. Colours are of the page, positions in degrees. */
export interface MapStop {
  id: number;
  lat: number;
  lng: number;
  colour: string;
  /** Shown on hover. */
  title: string;
  /** Fainter than the others. */
  faint?: boolean;
  /** The route it belongs to, for highlighting. */
  route?: number | null;
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
  kind: "depot" | "driver" | "stop" | "home";
  title: string;
  /** A few characters inside the pin. */
  text?: string;
  colour?: string;
}

export interface MapProps {
  label: string;
  stops?: readonly MapStop[];
  lines?: readonly MapLine[];
  pins?: readonly MapPin[];
  /** The route shown strongly; the others stay faint. */
  route?: number | null;
  stop?: number | null;
  onStop?: (id: number) => void;
  onPin?: (id: string) => void;
  /** Where somebody clicked the ground. */
  onGround?: (at: { lat: number; lng: number }) => void;
  /** Another value fits the view again: to the chosen route, or to everything. */
  fit?: string | number;
  /** Moves there when it changes and lies outside the view, or near its edge. */
  centre?: { lat: number; lng: number } | null;
}
