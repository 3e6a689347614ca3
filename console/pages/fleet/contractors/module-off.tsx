import { IconUsersGroup } from "@tabler/icons-react";
import { useMe } from "../../../api/session.ts";
import { Empty } from "../../../parts/states.tsx";

/** Shown instead of assignments while the platform has not licensed the module. */
export function ModuleOff() {
  const is_contractor = useMe().user.role === "broker_employee";
  return (
    <Empty icon={IconUsersGroup} title="Handing orders over is not part of this account">
      {is_contractor
        ? "The business you deliver for does not assign single orders. You can still plan orders that match your rules."
        : "With the module for contractor assignment, single orders are assigned to one contractor, and revoked. Ask the operator of this installation to license it. Rules work without it."}
    </Empty>
  );
}
