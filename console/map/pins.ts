/** Markers of which there are few: depot, drivers, numbered stops of one route. */
import type { MapPin } from "./shapes.ts";

const SIGNS: Record<MapPin["kind"], string> = { depot: "⌂", driver: "", stop: "", home: "" };

export function pinElement(pin: MapPin, choose: () => void, choosable: boolean): HTMLElement {
  const clickable = choosable && pin.kind !== "depot";
  const element = document.createElement(clickable ? "button" : "div");
  element.className = `map-pin ${pin.kind}`;
  element.textContent = pin.text ?? SIGNS[pin.kind];
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
