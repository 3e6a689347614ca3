/** HTML markers, for the few points that are not layers: depot, drivers, numbered stops of one route. */
import type { MapPin } from "./shapes.ts";

/** SVG of a warehouse with a gate. */
const DEPOT =
  '<svg width="17" height="17" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 21V8.5L12 4l9 4.5V21"/><path d="M8 21v-8h8v8"/></svg>';

export function pinElement(pin: MapPin, choose: () => void, choosable: boolean): HTMLElement {
  const clickable = choosable && pin.kind !== "depot";
  const element = document.createElement(clickable ? "button" : "div");
  element.className = `map-pin ${pin.kind}`;
  if (pin.kind === "depot") element.innerHTML = DEPOT;
  // The text is drawn by the style sheet; the accessible name of the pin is its title.
  else element.dataset["text"] = pin.text ?? "";
  element.title = pin.title;
  if (pin.colour) element.style.setProperty("--pin", pin.colour);
  if (clickable) {
    element.setAttribute("type", "button");
    element.setAttribute("aria-label", pin.title);
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      choose();
    });
  } else {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", pin.title);
  }
  return element;
}
