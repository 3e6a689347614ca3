/** Numbers of stops as images: a style without fonts cannot draw text. */
import type { Map as Ground } from "maplibre-gl";

const PREFIX = "stop-number";
const SIZE = 22;
const DENSITY = 2;
const FONT = { fontFamily: "system-ui, sans-serif" };

/** The name of the image of a number, which the map asks for when it first draws it. */
export const numberImage = (number: number, dark: boolean): string =>
  `${PREFIX}-${dark ? "dark" : "light"}-${number}`;

/** Draws the images that the layers of stops name. */
export function drawNumbersOnDemand(map: Ground): void {
  // An image that is added by a listener of `styleimagemissing` comes too late.
  map.setMissingStyleImageResolver((id) => {
    const [, scheme, number] = id.match(/^stop-number-(dark|light)-(\d+)$/) ?? [];
    if (number === undefined || map.hasImage(id)) return;
    const image = drawNumber(number, scheme === "dark");
    if (image !== undefined) map.addImage(id, image, { pixelRatio: DENSITY });
  });
}

function drawNumber(number: string, dark: boolean): ImageData | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE * DENSITY;
  const pen = canvas.getContext("2d");
  if (pen === null) return undefined;
  pen.scale(DENSITY, DENSITY);
  pen.font = `700 ${number.length > 2 ? 8.5 : 10}px ${FONT.fontFamily}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 2.5;
  pen.strokeStyle = dark ? "rgb(255 255 255 / 45%)" : "rgb(0 0 0 / 55%)";
  pen.fillStyle = dark ? "#16130f" : "#ffffff";
  pen.strokeText(number, SIZE / 2, SIZE / 2 + 0.5);
  pen.fillText(number, SIZE / 2, SIZE / 2 + 0.5);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
