/** Orders of a file that exist in the service already, by their references, and what is done about them. */
import type { Service } from "../service.ts";
import type { DraftOfRow } from "./drafts.ts";

/** A person chooses one of them; without a choice nothing is imported. */
export const CHOICES = ["skip", "update", "again"] as const;

/** What one dry run takes. */
const PART_ROWS = 100;

type Calls = Pick<Service, "call">;

/** Asked by dry runs, which create nothing. */
export async function findExisting(
  service: Calls,
  rows: readonly DraftOfRow[],
): Promise<Map<DraftOfRow, number>> {
  const ids_by_draft = new Map<DraftOfRow, number>();
  const rows_with_ref = rows.filter(({ draft }) => draft.ref !== undefined && draft.ref !== null);
  for (let at = 0; at < rows_with_ref.length; at += PART_ROWS) {
    const part = rows_with_ref.slice(at, at + PART_ROWS);
    const { orders } = await service.call<{
      orders: { index: number; doubts?: { code: string; order_id?: number | null }[] }[];
    }>(
      "POST",
      "/api/v1/client/batchOrderCreate",
      { orders: part.map(({ draft }) => draft) },
      { "x-dry-run": "1" },
    );
    for (const { index, doubts = [] } of orders) {
      const order_id = doubts.find(({ code }) => code === "ref_exists")?.order_id;
      const row = part[index];
      if (row !== undefined && typeof order_id === "number") ids_by_draft.set(row, order_id);
    }
  }
  return ids_by_draft;
}

/** References that several rows of the file have, with the rows: each would become an order of its own. */
export function findRepeated(rows: readonly DraftOfRow[]): Map<string, number[]> {
  const rows_of = Map.groupBy(rows, ({ draft }) => String(draft.ref ?? "").trim());
  return new Map(
    [...rows_of]
      .filter(([ref, group]) => ref !== "" && group.length > 1)
      .map(([ref, group]) => [ref, group.map(({ row }) => row)]),
  );
}

export function describeRepeated(repeated: ReadonlyMap<string, readonly number[]>): string {
  const repeated_refs = [...repeated].slice(0, 20).map(([ref, rows]) => `${ref} in rows ${rows.join(", ")}`);
  const more = repeated.size - repeated_refs.length;
  return (
    `References stand in several rows: ${repeated_refs.join("; ")}${more > 0 ? `; and ${more} more` : ""}. ` +
    "Nothing was imported. Leave one row of each, or choose --existing again, which creates an order of every row."
  );
}

/** For operators who have not chosen. */
export function describeExisting(existing: ReadonlyMap<DraftOfRow, number>): string {
  const existing_rows = [...existing.keys()].slice(0, 20).map(({ row }) => row);
  const more = existing.size - existing_rows.length;
  return (
    `Orders with the references of ${existing.size} rows exist: row ${existing_rows.join(", ")}${more > 0 ? ` and ${more} more` : ""}. ` +
    "Nothing was imported. Choose: --existing skip leaves them, --existing update changes their addresses, days and texts, " +
    "--existing again creates them once more."
  );
}

/** What an update changes; parcels, service and times at the stop stay as they are. */
const MEMBERS = [
  ...["pickup", "dropoff", "scheduled_date", "customer_id", "requirements", "cod_minor"],
  ...["insured_value_minor", "delivery_instruction", "note"],
];

export async function updateExisting(service: Calls, existing: ReadonlyMap<DraftOfRow, number>) {
  for (const [{ draft }, order_id] of existing) {
    const members = Object.entries(draft).filter(([member]) => MEMBERS.includes(member));
    await service.call("PATCH", `/api/v1/client/orders/${order_id}`, Object.fromEntries(members));
  }
}
