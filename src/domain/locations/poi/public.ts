/** What other families may do with points of interest: have positions judged, and find places for addresses. */

export { findPoiAddresses } from "./find-addresses.ts";
export { observePositions } from "./observe-positions.ts";
export { findStopPoi, linkOrderToPois, type StopPoi } from "./stops.ts";
