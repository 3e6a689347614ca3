/**
 * Styles of OpenFreeMap; the tiles, fonts and icons that they refer to are on the same host. The build lists the
 * host for the service, which allows pages to load from no other.
 */
export const MAP_STYLES = {
  light: "https://tiles.openfreemap.org/styles/positron",
  dark: "https://tiles.openfreemap.org/styles/dark",
} as const;
