/** Ids are 64 bits wide in every table: 2.1 billion is a year of a large carrier. Only businesses have 32. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { surfaceService } from "./fixture.ts";

const service = await surfaceService();

test("identity columns, and columns that refer to one, are bigint, except the id of a business", async () => {
  const narrow = await service.system.rows<{ name: string }>(
    `select c.relname || '.' || a.attname as name
       from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('int4'::regtype, 'int4[]'::regtype)
        and (a.attidentity <> '' or a.attname ~ '(_id|_ids|_by)$'
          or exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey)))
        -- Versions of one row are counted, however many rows there are.
        and a.attname <> 'business_id' and a.attname !~ '_version$'
      order by 1`,
  );
  assert.deepEqual(narrow, [{ name: "business.id" }]);
});
