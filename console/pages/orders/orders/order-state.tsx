import { StatusBadge } from "../../../parts/badge.tsx";
import { findLabel } from "../../../parts/labels.ts";
import { ORDER_STATUS } from "./status.ts";

export function OrderState({ status }: { status: string }) {
  return <StatusBadge badge={findLabel(ORDER_STATUS, status)} />;
}
