/** Boards: a fleet and a day, when its routes may be claimed and who sees them. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import type { Board } from "../shapes.ts";

export interface RouteBoardRow extends Row<"route_board"> {
  visibility: "all" | "eligible";
}

export const RouteBoardRecord = defineRecord<"route_board", RouteBoardRow>("route_board");

type Reader = Pick<Context, "db" | "business_id">;

/** The board of a day. */
export const lockBoard = (
  { db, business_id }: Reader,
  fleet_id: number,
  date: string,
): Promise<RouteBoardRow | undefined> =>
  db.row<RouteBoardRow>(
    "select * from route_board where business_id = $1 and fleet_id = $2 and date = $3::date for update",
    [business_id, fleet_id, date],
  );

/**
 * Inserts the board of a day, or stores its terms as the next version. One statement, because two callers may publish the
 * first routes of a day at once.
 */
export async function saveBoard(
  { db, business_id }: Reader,
  board: NewRow<"route_board", RouteBoardRow>,
): Promise<RouteBoardRow> {
  const row = await db.row<RouteBoardRow>(
    `insert into route_board (business_id, fleet_id, date, opens_at, closes_at, withdraw_until_min, visibility)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (business_id, fleet_id, date) do update
       set opens_at = excluded.opens_at, closes_at = excluded.closes_at, withdraw_until_min = excluded.withdraw_until_min,
         visibility = excluded.visibility, version = route_board.version + 1 returning *`,
    [
      business_id,
      board.fleet_id,
      board.date,
      board.opens_at,
      board.closes_at,
      board.withdraw_until_min,
      board.visibility,
    ],
  );
  if (row === undefined) throw new Error("A board that was written has no row.");
  return row;
}

const BOARDS = `select b.fleet_id, f.name as fleet_name, b.date, b.opens_at, b.closes_at, b.withdraw_until_min, b.visibility, b.version,
    (select count(*)::int from route_offer o where o.business_id = b.business_id and o.board_id = b.id and o.state <> 'closed') as offers,
    (select count(*)::int from route_offer o where o.business_id = b.business_id and o.board_id = b.id and o.state = 'open') as open_offers
  from route_board b join fleet f on f.business_id = b.business_id and f.id = b.fleet_id
 where b.business_id = $1`;

/** Boards by a condition on `b`, whose parameters begin with `$2`, by day. */
export function readBoards(
  { db, business_id }: Reader,
  condition: string,
  values: readonly unknown[],
): Promise<Board[]> {
  return db.rows<Board>(`${BOARDS} and ${condition} order by b.date, f.name, b.id`, [business_id, ...values]);
}
