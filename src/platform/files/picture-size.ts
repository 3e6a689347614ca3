/** Width and height of a picture as its header says them: a small file can be a picture that no device can show. Pure. */

export interface PictureSize {
  width: number;
  height: number;
}

/** More than cameras take in a file of the size that we accept; 400 MB when it is shown. */
export const PIXELS_MAX = 100_000_000;

const MARKERS_WITHOUT_LENGTH = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8]);

/** Undefined for bytes that are no PNG, JPEG or WebP, or end before their size. */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (view.getUint16(0) === 0xffd8) return readJpegSize(view);
    if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return readWebpSize(view);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

/** Source: ITU-T T.81, annex B. */
function readJpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes may be before a marker.
    if (marker === 0xff) at += 1;
    else if (MARKERS_WITHOUT_LENGTH.has(marker)) at += 2;
    // Frames, without tables (C4, CC) and the reserved C8.
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + view.getUint16(at + 2);
  }
}

/** Source: RFC 9649, sections 2.5 to 2.7. */
function readWebpSize(view: DataView): PictureSize | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  switch (view.getUint32(12)) {
    case 0x56503858:
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return undefined;
  }
}
