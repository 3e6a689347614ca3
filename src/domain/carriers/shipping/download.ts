/** Downloads the labels of a shipment: one file for each package. The carrier keeps the files and gives them again. */
import Type, { type Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { CarrierFailed, type LabelFile } from "#providers/carriers/port.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { messages } from "./messages.ts";
import { openLabelCarrier } from "./purchase/request-purchase.ts";
import { getLabel } from "./records/label.ts";
import { loadPackages } from "./records/label-package.ts";

export const LABEL_FORMATS = ["pdf", "png", "zpl"] as const;
const CONTENT_TYPES = { pdf: "application/pdf", png: "image/png", zpl: "application/zpl" } as const;

export const LabelFileAnswer = Type.Object(
  {
    tracking_number: Type.String(),
    name: Type.String({ description: "Name of the file." }),
    format: StringEnum(LABEL_FORMATS),
    content_type: Type.String(),
    content_base64: Type.String({ maxLength: 16_000_000 }),
  },
  { $id: "LabelFile" },
);

export const downloadRefusals = {
  not_ready: "conflict",
  carrier_unavailable: "unavailable",
  carrier_refused: "invalid",
  other_format: "conflict",
} as const;

/** For `prepare`. Voided packages have none. */
export async function downloadLabels(
  context: Context<keyof typeof downloadRefusals>,
  id: number,
  label_selection: { format?: LabelFile["format"]; tracking_number?: string } = {},
): Promise<Static<typeof LabelFileAnswer>[]> {
  const { refuse } = context;
  const [order, packages] = await Promise.all([getLabel(context, id), loadPackages(context, id)]);
  const { state, reference, carrier_reference } = order;
  const usable = packages.filter((one) => one.state !== "voided" && one.state !== "refunded");
  if (carrier_reference === null || usable.length === 0)
    throw refuse("not_ready", { message: messages.not_ready, values: { state }, extra: { state } });
  let files: readonly LabelFile[];
  try {
    const carrier = await openLabelCarrier(context, order);
    files = await carrier.getLabels(
      { reference, carrier_reference },
      label_selection.format ?? order.label_format,
    );
  } catch (error) {
    if (!(error instanceof CarrierFailed)) throw error;
    const code = error.is_temporary ? "carrier_unavailable" : "carrier_refused";
    throw refuse(code, { message: messages[code], values: { reason: error.message } });
  }
  const sold_as = files.find(
    ({ format }) => label_selection.format !== undefined && format !== label_selection.format,
  )?.format;
  if (sold_as !== undefined)
    throw refuse("other_format", {
      message: messages.other_format,
      values: { sold_as: sold_as.toUpperCase(), format: (label_selection.format ?? "").toUpperCase() },
      extra: { format: sold_as },
    });
  return files
    .filter((file) => isWanted(file, packages.length, usable, label_selection))
    .map(({ tracking_number, format, bytes }) => ({
      tracking_number,
      name: `label-${tracking_number}.${format}`,
      format,
      content_type: CONTENT_TYPES[format],
      content_base64: bytes.toString("base64"),
    }));
}

/** A carrier that gives one file for all packages names it by one of them. */
function isWanted(
  { tracking_number }: LabelFile,
  package_count: number,
  usable: readonly { tracking_number: string | null }[],
  label_selection: { tracking_number?: string },
): boolean {
  if (package_count === 1) return true;
  const is_usable = usable.some((one) => one.tracking_number === tracking_number);
  return (
    is_usable &&
    (label_selection.tracking_number === undefined || label_selection.tracking_number === tracking_number)
  );
}
