import { IconUsersGroup } from "@tabler/icons-react";
import { useMe } from "../../api/session.ts";
import { Empty } from "../../parts/states.tsx";

/** Shown where orders would be handed over, while the platform has not licensed the module. */
export function ModuleOff() {
  const is_contractor = useMe().user.role === "broker_employee";
  return (
    <Empty icon={IconUsersGroup} title="Handing orders over is not part of this account">
      {is_contractor
        ? "The business you deliver for does not hand over single orders. What your rules take you can plan all the same."
        : "With the module for contractor assignment, single orders are given to one contractor and taken back. Ask whoever runs this installation to license it. Rules work without it."}
    </Empty>
  );
}
