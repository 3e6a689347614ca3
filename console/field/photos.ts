/** Pictures for proofs: small enough for a mobile connection, with the time when they were taken. */

export interface Attachment {
  key: string;
  blob: Blob;
  name: string;
  captured_at: string;
}

/** The longer side, pixels: a label in the picture can still be read. */
const SIDE_MAX = 1600;
const QUALITY = 0.8;
/** What the service accepts as it is. */
const ACCEPTED = ["image/jpeg", "image/png", "image/webp"];

/** `crypto.randomUUID` is missing on pages without TLS. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Refuses a file that is no picture which the browser can read. */
export async function shrinkPhoto(file: File): Promise<Attachment> {
  const about = { key: createKey(), name: "photo.jpg", captured_at: new Date().toISOString() };
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch (error) {
    if (ACCEPTED.includes(file.type)) return { ...about, blob: file, name: file.name.slice(0, 100) };
    throw error;
  }
  const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return { ...about, blob: await toBlob(canvas, "image/jpeg") };
}

export function toBlob(canvas: HTMLCanvasElement, type: "image/jpeg" | "image/png"): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new TypeError(type)) : resolve(blob)), type, QUALITY);
  });
}
