/** For tests of approvals: tokens of agents. */

import type { Actor } from "#operation/caller/actor.ts";
import { generateToken } from "#platform/auth/secrets.ts";
import type { TestPerson, TestService } from "./service.ts";

/** The caller with another token of a person. */
export async function createToken(
  service: TestService,
  person: TestPerson,
  profile: string | null,
  scopes: readonly string[] | null,
): Promise<Actor> {
  const { token, token_hash } = generateToken();
  await service.system.execute(
    `insert into access_token (business_id, account_id, token_hash, kind, profile, scopes, created_at)
     select business_id, id, $2, 'api', $3, $4, now() from account where id = $1`,
    [person.account_id, token_hash, profile, scopes],
  );
  return service.runtime.authentication.authenticateToken(token, service.now());
}
