import assert from "node:assert/strict";
import { after, test } from "node:test";
import { encryptText } from "#platform/auth/secrets.ts";
import { connect } from "#platform/db/connect.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { checkSecretKey, SecretKeyError } from "./secret-key.ts";

const database = await openTestDatabase();
const pools = connect({ config: database.config, onError: () => {} });
after(async () => {
  await pools.end();
  await database.drop();
});

const key = (n: number) => Buffer.alloc(32, n);
const SEALED = encryptText(key(2), "whsec_x");

interface Case {
  what: string;
  /** First: what the database gets. */
  statement?: string;
  key: number;
  is_replaced?: boolean;
  is_refused?: boolean;
}

/** In this order, on one database. */
const CASES: Case[] = [
  { what: "the first start", key: 1 },
  { what: "the same key", key: 1 },
  { what: "another key, while there are no secrets", key: 2 },
  {
    what: "the same key, when there are secrets",
    statement: `insert into business (code, name) values ('one', 'One');
      insert into webhook_secret (business_id, sealed, created_at) select id, '${SEALED}', now() from business`,
    key: 2,
  },
  { what: "another key, when there are secrets", key: 3, is_refused: true },
  { what: "the former key after that", key: 2 },
  {
    what: "another key, when the only secret is a member of settings",
    statement: `delete from webhook_secret;
      insert into messaging_settings (business_id, email) select id, '{"vendor": "smtp", "secret_sealed": "${SEALED}"}' from business`,
    key: 3,
    is_refused: true,
  },
  {
    what: "another key, when settings have no secret",
    statement: `update messaging_settings set email = '{"secret_sealed": null}'`,
    key: 3,
  },
  {
    what: "another key, when the only secret is that of a partner",
    statement: `insert into partner (business_id, key_id, code, name, source_types, subject_patterns, formats, secret, created_at, updated_at)
      select id, 'k', 'code', 'Name', '{carrier}', '{*}', '{otep}', '${SEALED}', now(), now() from business`,
    key: 4,
    is_refused: true,
  },
  { what: "another key, when the former one is said to be lost", key: 4, is_replaced: true },
  { what: "the new key from then on", key: 4 },
  { what: "the lost key after that", key: 3, is_refused: true },
];

for (const { what, statement, key: n, is_replaced = false, is_refused = false } of CASES)
  test(`${what} is ${is_refused ? "refused" : "taken"}`, async () => {
    if (statement !== undefined)
      await pools.owner.query(`begin; set local app.maintenance to 'on'; ${statement}; commit`);
    const checked = checkSecretKey(pools, key(n), is_replaced);
    if (is_refused) await assert.rejects(checked, SecretKeyError);
    else await checked;
  });
