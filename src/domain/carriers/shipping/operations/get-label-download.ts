/**
 * A label for programs that integrate it: its details, and how its files are downloaded. It changes nothing and hands out no
 * label, so it needs no confirm.
 *
 * Source: docs/contract/mcp.md, `get_shipping_label` of the developer server; the response is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerDetail, detailMembers } from "../detail.ts";
import { LABEL_FORMATS } from "../download.ts";
import { labelIdMembers, resolveLabelId } from "../label-id.ts";
import { isReturned } from "../rules.ts";

const DOWNLOAD_PATH = "/api/v1/shipping/getShippingLabel";

const LabelDownload = Type.Object(
  {
    tracking_number: Type.String({ description: "Of the package." }),
    name: Type.String({ description: "Name of the file." }),
    format: StringEnum(LABEL_FORMATS, { description: "In which it was bought." }),
    method: StringEnum(["POST"]),
    path: Type.String(),
    body: Type.Object({ tracking_number: Type.String(), format: StringEnum(LABEL_FORMATS) }),
  },
  { $id: "LabelDownload" },
);

export const getLabelDownload = defineOperation({
  name: "labelserviceGetLabel",
  summary: "Get a label with its details and downloads",
  description:
    "By label_order_id or the tracking_number of a package. `downloads` says for each package that can be sent which request gives " +
    "its file as base64 (scope labels:write): another format may be asked for there.",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:read"] },
  rest: { method: "POST", path: "/api/v1/labelservice/getLabel" },
  mcp: { developer: "get_shipping_label" },
  input: Type.Object(labelIdMembers),
  output: Type.Object({
    ...detailMembers,
    downloads: Type.Array(LabelDownload, {
      description: "None before the label is bought, or after it is void.",
    }),
  }),

  async run(context, input) {
    const answer = await answerDetail(context, await resolveLabelId(context, input));
    const { label_format: format, packages } = answer.label_order;
    const downloads = packages.flatMap(({ tracking_number, state }) =>
      tracking_number === null || isReturned(state)
        ? []
        : [
            {
              tracking_number,
              name: `label-${tracking_number}.${format}`,
              format,
              method: "POST" as const,
              path: DOWNLOAD_PATH,
              body: { tracking_number, format },
            },
          ],
    );
    return { ...answer, downloads };
  },
});
