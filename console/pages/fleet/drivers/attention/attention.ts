/** What needs a person about drivers, their documents and inspections. */
import { client } from "../../../../api/client.ts";
import { findWord } from "../../../../parts/labels.ts";
import { day } from "../../../../parts/times.ts";
import {
  type Attention,
  openDriver,
  readNumber,
  readString,
} from "../../../insight/dispatch/define-attention.ts";
import { text } from "./text.ts";

export const attention: Attention = {
  vehicle_unsafe: {
    why: ({ unsafe_defects }) => text.unsafe({ n: readNumber(unsafe_defects) || 1 }),
    actions: [
      {
        do: "call",
        label: () => text.actions.out_of_service,
        operation: "clientVehicleUpdate",
        run: ({ subject_id }, _reason, options) =>
          client.clientVehicleUpdate({ vehicle_id: subject_id, status: "maintenance" }, options),
      },
      openDriver,
    ],
  },
  unnamed_vehicle_unsafe: {
    why: ({ unsafe_defects }) => text.unsafe_unnamed({ n: readNumber(unsafe_defects) || 1 }),
    actions: [openDriver],
  },
  document_expiring: {
    why: ({ document_kind, expires_date }) =>
      text.expires({
        document: findWord(text.documents, readString(document_kind) ?? "") ?? text.documents.other,
        day: day(readString(expires_date) ?? ""),
      }),
    actions: [openDriver],
  },
};
