/** Whether this browser can draw maps: MapLibre needs WebGL 2, which old graphics drivers and some policies lack. */
let drawn: boolean | undefined;

export function canDrawMaps(): boolean {
  if (drawn === undefined) {
    const context = document.createElement("canvas").getContext("webgl2");
    drawn = context !== null;
    // Browsers keep few contexts alive; this one is not needed any more.
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return drawn;
}
