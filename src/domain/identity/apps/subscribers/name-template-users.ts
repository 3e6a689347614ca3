/** Tells customers which apps start their customers from a template. */
import { templateUsersRequested } from "#domain/identity/customers/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const nameTemplateUsers = subscribe(
  templateUsersRequested,
  async ({ db, business_id }, { template_ids }) => {
    const rows = await db.rows<{ template_id: number; names: string[] }>(
      `select g.customer_template_id as template_id, array_agg(p.name order by p.name) as names
         from app_assignment g join platform_app p on p.id = g.app_id
        where g.business_id = $1 and g.customer_template_id = any($2::bigint[]) group by g.customer_template_id`,
      [business_id, template_ids],
    );
    return new Map(rows.map(({ template_id, names }) => [template_id, names]));
  },
);
