/** Reads codes from pictures: by the browser where it can, else by a reader that is loaded when it is needed. */
import wasm_url from "zxing-wasm/reader/zxing_reader.wasm?url";

interface Detector {
  detect: (picture: ImageBitmapSource) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new () => Detector;

/** The code in a picture; undefined when there is none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>;

/** The longer side of a picture that is read, pixels: labels are held close. */
const SIDE_MAX = 960;

export async function createCodeReader(): Promise<ReadCode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector !== undefined) {
    const detector = new BarcodeDetector();
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { prepareZXingModule, readBarcodes } = await import("zxing-wasm/reader");
  await prepareZXingModule({ overrides: { locateFile: () => wasm_url }, fireImmediately: true });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    if (context === null || canvas.width === 0) return undefined;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const [barcode] = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), {
      maxNumberOfSymbols: 1,
    });
    return barcode?.text;
  };
}
