/** What a camera makes of labels: turned, blurred, folded, in bad light, several in one picture. */
import sharp, { type OverlayOptions } from "sharp";
import type { DrawnLabel, Random } from "./layouts.ts";

export interface Distortion {
  /** Degrees, clockwise. */
  rotation?: number;
  /** Sigma of a Gaussian, pixels. */
  blur?: number;
  has_glare?: boolean;
  has_fold?: boolean;
  /** Of full light, 0 to 1. */
  light?: number;
  /** Standard deviation of the noise of the sensor, levels of 255. */
  noise?: number;
  /** Of the size at which labels are drawn. */
  scale?: number;
}

const PADDING = 60;

async function drawPng(label: DrawnLabel, { has_fold = false, scale = 1 }: Distortion): Promise<Buffer> {
  const png = await sharp(Buffer.from(label.svg)).png().toBuffer();
  const folded = has_fold
    ? await sharp(png)
        .composite([
          {
            input: Buffer.from(
              `<svg width="${label.width}" height="${label.height}"><defs><linearGradient id="f" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="0.48" stop-color="#000" stop-opacity="0.35"/><stop offset="0.5" stop-color="#fff" stop-opacity="0.8"/><stop offset="0.52" stop-color="#000" stop-opacity="0.25"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient></defs><rect y="${label.height * 0.62}" width="${label.width}" height="${label.height * 0.16}" fill="url(#f)" transform="rotate(2 400 800)"/></svg>`,
            ),
          },
        ])
        .png()
        .toBuffer()
    : png;
  return scale === 1
    ? folded
    : sharp(folded)
        .resize({ width: Math.round(label.width * scale) })
        .png()
        .toBuffer();
}

/** A JPEG with the labels side by side. */
export async function photographLabels(
  labels: readonly DrawnLabel[],
  random: Random,
  distortion: Distortion = {},
): Promise<Buffer> {
  const { rotation = 0, blur = 0, has_glare = false, light = 1, noise = 0 } = distortion;
  const turned = await Promise.all(
    labels.map(async (label, at) =>
      sharp(await drawPng(label, distortion))
        .rotate(rotation + (at === 0 ? 0 : (random() - 0.5) * 4), { background: "#8a7359" })
        .png()
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  const width = turned.reduce((sum, { info }) => sum + info.width + PADDING, PADDING);
  const height = Math.max(...turned.map(({ info }) => info.height)) + 2 * PADDING;
  let left_x = PADDING;
  const overlays: OverlayOptions[] = turned.map(({ data, info }) => {
    const overlay = { input: data, left: left_x, top: Math.round((height - info.height) / 2) };
    left_x += info.width + PADDING;
    return overlay;
  });
  let picture = sharp(
    await sharp({ create: { width, height, channels: 3, background: "#8a7359" } })
      .composite(overlays)
      .png()
      .toBuffer(),
  );
  if (has_glare) {
    const [cx, cy] = [width * (0.3 + random() * 0.4), height * (0.15 + random() * 0.3)];
    picture = sharp(
      await picture
        .composite([
          {
            input: Buffer.from(
              `<svg width="${width}" height="${height}"><defs><radialGradient id="g"><stop offset="0" stop-color="#fff" stop-opacity="0.92"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="${cx}" cy="${cy}" rx="${width * 0.22}" ry="${height * 0.12}" fill="url(#g)"/></svg>`,
            ),
          },
        ])
        .png()
        .toBuffer(),
    );
  }
  if (blur > 0) picture = picture.blur(Math.max(0.3, blur));
  if (light < 1) picture = picture.linear(light, 0);
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  if (noise > 0)
    for (let at = 0; at < data.length; at += 1) {
      // The sum of three is near enough to a bell.
      const error = (random() + random() + random() - 1.5) * 2 * noise;
      data[at] = Math.max(0, Math.min(255, Math.round((data[at] ?? 0) + error)));
    }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer();
}
