/**
 * Notes every row that is written, by table and business, so that a test learns with one small query whether a call
 * changed anything, however many tables there are. What is rolled back is not noted.
 */
import type { TestService } from "./service.ts";

export interface Change {
  table: string;
  /** Null where the table has no `business_id`, or the row none. */
  business_id: number | null;
}

export interface Changes {
  /** The tables and businesses written since the last call. */
  take(): Promise<Change[]>;
}

const NOTES = `
create table test_change (relation name not null, business_id int);
create function test_note_change() returns trigger language plpgsql security definer as $$
begin
  if tg_op = 'UPDATE' and tg_nargs > 0 and to_jsonb(old) - tg_argv[0]::text[] = to_jsonb(new) - tg_argv[0]::text[] then
    return null;
  end if;
  insert into test_change values (tg_table_name, (to_jsonb(coalesce(new, old)) ->> 'business_id')::int);
  return null;
end $$`;

/**
 * From now on. `ignored`: tables that are not watched, or columns whose change alone does not count.
 */
export async function recordChanges(
  { runtime }: TestService,
  ignored: Record<string, "all" | readonly string[]>,
): Promise<Changes> {
  const { owner } = runtime.pools;
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  await owner.query(NOTES);
  const triggers = tables
    .filter(({ name }) => ignored[name] !== "all")
    .map(({ name }) => {
      const columns = ignored[name];
      const columns_literal = Array.isArray(columns) ? `'{${columns.join()}}'` : "";
      return `create trigger test_note_change after insert or update or delete on "${name}"
        for each row execute function test_note_change(${columns_literal})`;
    });
  await owner.query(triggers.join(";\n"));
  return {
    async take() {
      const { rows } = await owner.query<Change>(
        `with taken as (delete from test_change returning relation, business_id)
         select distinct relation as table, business_id from taken order by 1, 2`,
      );
      return rows;
    },
  };
}
