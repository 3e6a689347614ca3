/** Queries of the customer's pages. Invalid values are dropped, because people type URLs. */
import { isStatus, type Status } from "./status-words.ts";

export const readOwnOrderSearch = ({ status }: Record<string, unknown>): { status?: Status } =>
  isStatus(status) ? { status } : {};

/** The order was placed just now. */
export const readPlaced = ({ placed }: Record<string, unknown>): { placed?: true } =>
  placed === true ? { placed } : {};
