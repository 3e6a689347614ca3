/**
 * A customs document of a label across a border as PDF: the declarations CN 22 and CN 23 of the Universal Postal Union, or a
 * commercial invoice, from the customs lines that the label was bought with.
 *
 * It is a document of the label: printed again unchanged, it is the same version.
 *
 * Our choice: the contract names none. Whether a CN 22 is enough also depends on the value (300 SDR), which callers decide.
 */
import Type from "typebox";
import { issueDocument } from "#domain/files/documents/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Count, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { buildCustomsDocument } from "../customs/document.ts";
import { CUSTOMS_DOCUMENTS, refusalOfCustomsDocument } from "../customs/rules.ts";
import { messages } from "../messages.ts";
import { getLabel } from "../records/label.ts";

export const getCustomsDocument = defineOperation({
  name: "labelserviceCustomsDocument",
  summary: "Get the customs document of a label as PDF",
  description:
    "The declaration CN 22 (up to 2 kg) or CN 23, or the commercial invoice, as base64, or as bytes for Accept: application/pdf.",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:read"] },
  rest: {
    method: "GET",
    path: "/api/v1/labelservice/orders/{label_order_id}/customs-document",
    bytes: "accept",
  },
  input: Type.Object({
    label_order_id: Ref("label_order"),
    kind: StringEnum(CUSTOMS_DOCUMENTS),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    label_order_id: Ref("label_order"),
    name: Type.String({ description: "Name of the file." }),
    content_type: Type.String(),
    content_base64: Type.String({ maxLength: 16_000_000 }),
    pages: Count,
    unprintable: Type.Integer({ minimum: 0, description: "Characters that no font of the document has." }),
    document_id: Ref("issued_document"),
    document_version: Type.Integer({ description: "Counts the documents with different contents." }),
    sha256: Type.String({ description: "Fingerprint of the file." }),
  }),
  stores_document: true,
  refusals: {
    not_ready: "conflict",
    not_international: "conflict",
    customs_missing: "conflict",
    needs_cn23: "conflict",
    caller_disconnected: "unavailable",
  },

  async run(context, { label_order_id, kind }) {
    const { business, refuse } = context;
    const order = await getLabel(context, label_order_id);
    const { state, shipment } = order;
    const refusal = refusalOfCustomsDocument(order, kind);
    if (refusal !== null || shipment.customs === null)
      throw refuse(refusal ?? "customs_missing", {
        message: messages[refusal ?? "customs_missing"],
        values: { state },
        extra: { state },
        ...(refusal === "customs_missing"
          ? {
              errors: [
                {
                  field: shipment.customs === null ? "customs" : "customs/lines",
                  message: messages.is_missing,
                },
              ],
            }
          : {}),
      });
    const signal = context.request.disconnected?.();
    const document = buildCustomsDocument(order, shipment.customs, kind, business.locale);
    const issued = await issueDocument(context, document).catch((error) => {
      throw signal?.aborted ? refuse("caller_disconnected") : error;
    });
    const { document_id, version, sha256, bytes, pages, unprintable } = issued;
    return {
      result: true,
      label_order_id,
      name: `${kind.replace("_", "-")}-${document.number}.pdf`,
      content_type: "application/pdf",
      content_base64: bytes.toString("base64"),
      pages,
      unprintable,
      document_id,
      document_version: version,
      sha256,
    };
  },
});
