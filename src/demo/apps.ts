/** The demo's app `shop`, bound to `rounds`: customers sign in with their e-mail address, and may register. */
import type { Db } from "#platform/db/db.ts";
import type { DemoBusiness } from "./accounts.ts";

/** The capabilities implemented today; the platform administrator allows more as they are added. */
const CAPABILITIES = ["orders.send", "orders.track", "orders.chat"];

export async function createApps(db: Db, rounds: DemoBusiness): Promise<void> {
  await db.execute(
    `insert into platform_app (code, name, type, roles, capabilities, methods, created_at)
     values ('shop', 'Shop', 'customer', '{customer}', $1, '{idp,email,registration}', now())`,
    [CAPABILITIES],
  );
  await db.execute(
    `insert into app_assignment (business_id, app_id, methods, registration, branding, version_policy, created_at)
     select $1, id, '{"registration": true}', '{"phone_verification_required": false, "requires_approval": true}', $2, $3, now()
       from platform_app where code = 'shop'`,
    [
      rounds.id,
      JSON.stringify({ display_name: "Rounds", tagline: "Entregas em Brasília", primary_color: "#0f766e" }),
      JSON.stringify({ min_supported: "1.0.0" }),
    ],
  );
}
