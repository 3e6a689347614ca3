/**
 * The labels of a shipment: one file for each package, in the format that is asked for.
 *
 * The carrier keeps the files and gives them again, so none is stored here.
 *
 *
 * Source: docs/contract/mcp.md, `download_shipping_label`; the response is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CarrierFailed, type LabelFile } from "#providers/carriers/port.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { labelIdMembers, resolveLabelId } from "../label-id.ts";
import { messages } from "../messages.ts";
import { openLabelCarrier } from "../purchase/ask-carrier.ts";
import { getLabel, loadPackages } from "../rows.ts";

const FORMATS = ["pdf", "png", "zpl"] as const;
const CONTENT_TYPES = { pdf: "application/pdf", png: "image/png", zpl: "application/zpl" } as const;

export const getShippingLabel = defineOperation({
  name: "shippingGetShippingLabel",
  summary: "Download labels",
  description:
    "A 4 x 6 inch label for each package as base64, in the format of the purchase or the one that is asked for. Voided packages have none.",
  effect: "read",
  risk: "high",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/shipping/getShippingLabel" },
  mcp: { user: "download_shipping_label" },
  input: Type.Object({
    ...labelIdMembers,
    format: Type.Optional(StringEnum(FORMATS, { description: "That of the purchase if absent." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    label_order_id: Id,
    labels: Type.Array(
      Type.Object({
        tracking_number: Type.String(),
        name: Type.String({ description: "Name of the file." }),
        format: StringEnum(FORMATS),
        content_type: Type.String(),
        content_base64: Type.String({ maxLength: 16_000_000 }),
      }),
      { description: "In the order of the packages." },
    ),
  }),
  refusals: { not_ready: "conflict", carrier_unavailable: "unavailable", carrier_refused: "invalid" },

  async prepare(context, input) {
    const { refuse } = context;
    const id = await resolveLabelId(context, input);
    const [order, packages] = await Promise.all([getLabel(context, id), loadPackages(context, id)]);
    const { state, reference, carrier_reference } = order;
    const usable = packages.filter((one) => one.state !== "voided" && one.state !== "refunded");
    if (carrier_reference === null || usable.length === 0)
      throw refuse("not_ready", { message: messages.not_ready, values: { state }, extra: { state } });
    try {
      const carrier = await openLabelCarrier(context, order);
      const files = await carrier.getLabels(
        { reference, carrier_reference },
        input.format ?? order.label_format,
      );
      return { id, files: files.filter((file) => isWanted(file, packages.length, usable, input)) };
    } catch (error) {
      if (!(error instanceof CarrierFailed)) throw error;
      const code = error.is_temporary ? "carrier_unavailable" : "carrier_refused";
      throw refuse(code, { message: messages[code], values: { reason: error.message } });
    }
  },

  async run(_context, _input, { id, files }) {
    return {
      result: true,
      label_order_id: id,
      labels: files.map(({ tracking_number, format, bytes }) => ({
        tracking_number,
        name: `label-${tracking_number}.${format}`,
        format,
        content_type: CONTENT_TYPES[format],
        content_base64: bytes.toString("base64"),
      })),
    };
  },
});

/** A carrier that gives one file for all packages names it by one of them. */
function isWanted(
  { tracking_number }: LabelFile,
  package_count: number,
  usable: readonly { tracking_number: string | null }[],
  asked: { tracking_number?: string },
): boolean {
  if (package_count === 1) return true;
  const is_usable = usable.some((one) => one.tracking_number === tracking_number);
  return is_usable && (asked.tracking_number === undefined || asked.tracking_number === tracking_number);
}
