/** Where an action that opens something leads, for this account. */
import type { Me } from "../../../api/session.ts";
import { findRecordPage } from "../../../shell/manifests.ts";
import type { Opened } from "./define-attention.ts";

/** Undefined without a page. The types of the address and its query are those of each page. */
export function findTarget(me: Me, opened: Opened | null): { to: "/" } | undefined {
  if (opened === null) return undefined;
  return "to" in opened ? (opened as { to: "/" }) : findRecordPage(me, ...opened);
}
