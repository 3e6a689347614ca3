/** What the page does for each action that the service names: a command of the queue, or another page. */
import type { RecordKind } from "../../../../packages/client/record-kinds.gen.ts";
import type { ScanMatch, WmsSyncInput } from "./queries.ts";

type Action = ScanMatch["actions"][number];

export type Step =
  | { action: Action; type: WmsSyncInput["items"][number]["type"]; body: Record<string, unknown> }
  | { action: Action; record: RecordKind; id: number }
  | { action: Action; to: string; params?: Record<string, string> };

export interface Scan {
  code: string;
  warehouse_id: number;
  /** Several orders have the code: the command names its own. */
  is_ambiguous?: boolean;
}

function buildStep(
  action: Action,
  match: ScanMatch,
  { code, warehouse_id, is_ambiguous = false }: Scan,
): Step | null {
  const { type, id, order_id, route_id, transfer_id, receipt_id } = match;
  const choice = is_ambiguous && order_id !== null ? { order_id } : {};
  const chosen_parcel = is_ambiguous ? { parcel_id: id } : {};
  const go = (to: string): Step => ({ action, to });
  const open = (record: RecordKind, record_id: number): Step => ({ action, record, id: record_id });
  switch (action) {
    case "receive":
      if (type === "parcel")
        return { action, type: "parcel_receive", body: { code, warehouse_id, ...choice } };
      if (type === "receipt") return open("receipt", id);
      return receipt_id === null ? go("/receiving") : open("receipt", receipt_id);
    case "close":
      return open(type === "transfer" ? "transfer" : "receipt", id);
    case "sort":
      return type === "parcel"
        ? { action, type: "sort_scan", body: { code, warehouse_id, ...choice } }
        : go("/sorting");
    case "load":
      return route_id === null
        ? null
        : { action, type: "outbound_scan", body: { route_id, code, ...choice } };
    case "check_load":
      // The page of its loading, not that of the route.
      return { action, to: "/sorting/$route_id", params: { route_id: String(id) } };
    case "transfer":
      return go("/transfers");
    case "transfer_out":
    case "transfer_in":
      if (transfer_id === null) return go("/transfers");
      if (type === "transfer") return open("transfer", transfer_id);
      return action === "transfer_out"
        ? { action, type: "transfer_out", body: { transfer_id, code, ...chosen_parcel } }
        : { action, type: "transfer_in", body: { transfer_id, code, warehouse_id, ...chosen_parcel } };
    case "put_away":
      return go("/putaway");
    case "move":
      return go("/stock");
    case "count":
      return go("/counts");
    case "release":
      return route_id === null ? null : open("route", route_id);
  }
}

export function listSteps(match: ScanMatch, scan: Scan): Step[] {
  return match.actions.flatMap((action) => buildStep(action, match, scan) ?? []);
}
