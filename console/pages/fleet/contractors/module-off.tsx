import { IconUsersGroup } from "#icons";
import { useMe } from "../../../api/session.ts";
import { Empty } from "../../../parts/states.tsx";
import { text } from "./text.ts";

/** Shown instead of assignments while the platform has not licensed the module. */
export function ModuleOff() {
  const is_contractor = useMe().user.role === "broker_employee";
  return (
    <Empty icon={IconUsersGroup} title={text.off}>
      {is_contractor ? text.off_contractor : text.off_business}
    </Empty>
  );
}
