/**
 * The alliance of the demo: `rounds` founded it and `harbour` joined. Rounds lets harbour track and list its orders without what
 * identifies recipients; harbour lets rounds track its own.
 */
import type { Runtime } from "#operation/define/runtime.ts";
import { systemDb } from "#platform/db/db.ts";
import { callAs } from "./call.ts";

const TERMS = `1. Each of us tracks the parcels that the other one hands over, and looks at nothing else.
2. What is read is used for these deliveries alone and given to nobody.
3. Each of us decides what it shares, and may end it at any time.
4. We answer questions about our parcels on the same working day.`;

export async function createAlliance(runtime: Runtime): Promise<void> {
  const demo_rows = await systemDb(runtime.pools.system).row<{
    rounds: number | null;
    harbour: number | null;
    is_made: boolean;
  }>(
    `select (select a.id from account a join business b on b.id = a.business_id
         where b.code = 'rounds' and a.role = 'client_admin' order by a.id limit 1) as rounds,
       (select a.id from account a join business b on b.id = a.business_id
         where b.code = 'harbour' and a.role = 'client_admin' order by a.id limit 1) as harbour,
       exists (select from alliance) as is_made`,
  );
  if (!demo_rows?.rounds || !demo_rows.harbour || demo_rows.is_made) return;
  const [rounds, harbour] = await Promise.all([
    callAs(runtime, demo_rows.rounds),
    callAs(runtime, demo_rows.harbour),
  ]);
  const { alliance } = await rounds("allianceCreate", { name: "Brasília – Rotterdam", terms: TERMS });
  const alliance_id = alliance.id;
  await rounds("allianceInvite", { alliance_id, client_code: "harbour" });
  await harbour("allianceAccept", { alliance_id, terms_version: 1 });
  await Promise.all([
    rounds("allianceGrantSet", {
      alliance_id,
      client_code: "harbour",
      scopes: ["tracking", "orders_read"],
      fields_masked: ["customer", "recipient_phone", "recipient_email", "proofs"],
    }),
    harbour("allianceGrantSet", { alliance_id, client_code: "rounds", scopes: ["tracking"] }),
  ]);
}
