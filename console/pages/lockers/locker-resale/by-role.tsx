/** Staff see every handover with its evidence; customers those in which they sell or buy, and what to do next. */
import { isStaff, useMe } from "../../../api/session.ts";
import { lazyPart } from "../../../parts/lazy-part.tsx";

const StaffHandovers = lazyPart(() => import("./handovers.tsx").then(({ Handovers }) => Handovers));
const StaffHandover = lazyPart(() => import("./handover.tsx").then(({ HandoverPage }) => HandoverPage));
const OwnHandovers = lazyPart(() => import("./own/own-handovers.tsx").then((module) => module.OwnHandovers));
const OwnHandover = lazyPart(() => import("./own/own-handover.tsx").then((module) => module.OwnHandover));

export function HandoversByRole() {
  return isStaff(useMe()) ? <StaffHandovers /> : <OwnHandovers />;
}

export function HandoverByRole() {
  return isStaff(useMe()) ? <StaffHandover /> : <OwnHandover />;
}
