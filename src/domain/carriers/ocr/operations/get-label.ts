/** Get a label that was read: values with their boxes, and what has its number. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerScan } from "../present.ts";
import { ScanAnswer } from "../shapes.ts";

export const getLabel = defineOperation({
  name: "ocrLabel",
  summary: "Get a label",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["ocr:read"] },
  rest: { method: "GET", path: "/api/v1/ocr/labels/{scan_id}" },
  localised: true,
  input: Type.Object({ scan_id: Ref("label_scan") }),
  output: ScanAnswer,

  run: (context, { scan_id }) => answerScan(context, scan_id),
});
