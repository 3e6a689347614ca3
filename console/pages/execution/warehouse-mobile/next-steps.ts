/** What the page does for each action that the service names: a command of the queue, or another page. */
import type { ScanMatch, WmsSyncInput } from "./queries.ts";

type Action = ScanMatch["actions"][number];

export type Step =
  | { action: Action; type: WmsSyncInput["items"][number]["type"]; body: Record<string, unknown> }
  | { action: Action; to: string; params: Record<string, string> };

export interface Scan {
  code: string;
  warehouse_id: number;
  /** Several orders have the code: the command names its own. */
  is_ambiguous?: boolean;
}

const text = (id: number) => String(id);

function buildStep(
  action: Action,
  match: ScanMatch,
  { code, warehouse_id, is_ambiguous = false }: Scan,
): Step | null {
  const { type, id, order_id, route_id, transfer_id, receipt_id } = match;
  const choice = is_ambiguous && order_id !== null ? { order_id } : {};
  const chosen_parcel = is_ambiguous ? { parcel_id: id } : {};
  const go = (to: string, params: Record<string, string> = {}): Step => ({ action, to, params });
  switch (action) {
    case "receive":
      if (type === "parcel")
        return { action, type: "parcel_receive", body: { code, warehouse_id, ...choice } };
      if (type === "receipt") return go("/receiving/$receipt_id", { receipt_id: text(id) });
      return receipt_id === null
        ? go("/receiving")
        : go("/receiving/$receipt_id", { receipt_id: text(receipt_id) });
    case "close":
      return type === "transfer"
        ? go("/transfers/$transfer_id", { transfer_id: text(id) })
        : go("/receiving/$receipt_id", { receipt_id: text(id) });
    case "sort":
      return type === "parcel"
        ? { action, type: "sort_scan", body: { code, warehouse_id, ...choice } }
        : go("/sorting");
    case "load":
      return route_id === null
        ? null
        : { action, type: "outbound_scan", body: { route_id, code, ...choice } };
    case "check_load":
      return go("/sorting/$route_id", { route_id: text(id) });
    case "transfer":
      return go("/transfers");
    case "transfer_out":
    case "transfer_in":
      if (transfer_id === null) return go("/transfers");
      if (type === "transfer") return go("/transfers/$transfer_id", { transfer_id: text(transfer_id) });
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
      return route_id === null ? null : go("/routes/$route_id", { route_id: text(route_id) });
  }
}

export function listSteps(match: ScanMatch, scan: Scan): Step[] {
  return match.actions.flatMap((action) => buildStep(action, match, scan) ?? []);
}
