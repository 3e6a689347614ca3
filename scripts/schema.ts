/**
 * The tables as the migrations leave them, read from PostgreSQL's catalogs: `docs/reference/<area>/schema.sql`, for
 * readers, and `src/platform/db/columns.gen.ts`, the columns as types, which rows of records are made of. A table belongs
 * to the area of the migration that creates it, or renames it, unless its family moved since. The text is the same on every supported version of
 * PostgreSQL.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { connect } from "#platform/db/connect.ts";
import { startEmbeddedDatabase } from "#platform/db/embedded/supervise.ts";
import { MIGRATIONS_FOLDER, migrate } from "#platform/db/migrate.ts";

export const COLUMNS = "src/platform/db/columns.gen.ts";

const schemaFile = (area: string) => `docs/reference/${area}/schema.sql`;

/** What the migrations say without a database. */
interface Migrations {
  /** The area of each table and function. */
  owners: ReadonlyMap<string, string>;
  /** Of the migrations that concern each area that owns something. */
  hashes: ReadonlyMap<string, string>;
}

/** Tables whose family moved to another area after the migration that creates them. */
const MOVED: readonly [table: string, area: string][] = [
  ["document", "files"],
  ["document_version", "files"],
  ["file", "files"],
  ["notification", "execution"],
  ["notification_link", "execution"],
  ["notification_push", "execution"],
  ["notification_recipient", "execution"],
  ["notification_settings", "execution"],
  ["notification_template", "execution"],
  ["order_chat", "execution"],
  ["order_chat_attachment", "execution"],
  ["order_chat_message", "execution"],
  ["order_chat_read", "execution"],
  ["order_chat_settings", "execution"],
  ["push_device", "identity"],
];

const CREATES = /^create (?:or replace )?(?:unlogged )?(?:table|function) (?:if not exists )?(\w+)/gim;
const RENAMES = /^alter table \w+ rename to (\w+)/gim;
const CHANGES = /^(?:alter table|create (?:unique )?index [^;]*? on) (?:only )?(\w+)/gim;

async function readMigrations(folders: readonly string[] = [MIGRATIONS_FOLDER]): Promise<Migrations> {
  const owners = new Map<string, string>();
  const migrations: { name: string; area: string; text: string }[] = [];
  const listed = folders.map(async (folder) =>
    (await readdir(folder)).map((name) => ({ name, file: path.join(folder, name) })),
  );
  const files = (await Promise.all(listed)).flat().filter(({ name }) => name.endsWith(".sql"));
  for (const { name, file } of files.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const text = await readFile(file, "utf8");
    // 2026-11-22-1210-integration-partners.sql
    const area = name.replace(".sql", "").split("-")[4] as string;
    for (const pattern of [CREATES, RENAMES])
      for (const [, table_name = ""] of text.matchAll(pattern))
        if (pattern === RENAMES || !owners.has(table_name)) owners.set(table_name, area);
    migrations.push({ name, area, text });
  }
  for (const [table, area] of MOVED) owners.set(table, area);
  const texts = new Map<string, string>();
  for (const { name, area, text } of migrations) {
    // One that changes tables of other areas makes their files stale too.
    const changed = [...text.matchAll(CHANGES)].flatMap(([, table = ""]) => owners.get(table) ?? []);
    for (const one of new Set([area, ...changed])) texts.set(one, `${texts.get(one) ?? ""}${name}\n${text}`);
  }
  const areas = [...new Set(owners.values())].sort();
  const hash = (area: string) =>
    createHash("sha256")
      .update(texts.get(area) ?? "")
      .digest("hex")
      .slice(0, 16);
  return { owners, hashes: new Map(areas.map((area) => [area, hash(area)])) };
}

/** Paths of the schemas of all areas. */
export async function listSchemaFiles(): Promise<string[]> {
  return [...(await readMigrations()).hashes.keys()].map(schemaFile);
}

/**
 * All files, by path. When those that are there were made from these migrations, no database is started and none is
 * returned.
 */
export async function buildSchemaFiles(
  read: (file: string) => Promise<string | undefined>,
): Promise<Record<string, string>> {
  const { hashes } = await readMigrations();
  const current = await Promise.all(
    [...hashes].map(async ([area, hash]) =>
      (await read(schemaFile(area)))?.startsWith(buildHeader(area, hash)),
    ),
  );
  const columns = await read(COLUMNS);
  if (current.every(Boolean) && columns?.startsWith(buildColumnsHeader(hashes))) return {};
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-schema-"));
  const database = await startEmbeddedDatabase({
    data_dir: folder,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  const pools = connect({ config: database.config, onError: () => {} });
  try {
    await migrate(pools.owner);
    return await readSchemaFiles(pools.owner);
  } finally {
    await pools.end();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** All files, by path, of a database that was migrated with the files of these folders. */
export async function readSchemaFiles(
  owner: pg.Pool,
  folders?: readonly string[],
): Promise<Record<string, string>> {
  const { owners, hashes } = await readMigrations(folders);
  const tables = await readTables(owner);
  const functions = (await owner.query<SchemaFunction>(READ_FUNCTIONS)).rows;
  const schemas = [...hashes].map(([area, hash]) => {
    const isOwned = ({ name }: { name: string }) => owners.get(name) === area;
    const texts = [
      ...tables.filter(isOwned).map(formatTable),
      ...functions.filter(isOwned).map(({ text }) => `${text.trim()};`),
    ];
    return [schemaFile(area), buildHeader(area, hash) + texts.map((text) => `\n${text}\n`).join("")];
  });
  const lost = [...tables, ...functions].filter(({ name }) => !owners.has(name));
  assert(lost.length === 0, `No migration creates ${lost.map(({ name }) => name).join(", ")}.`);
  return { ...Object.fromEntries(schemas), [COLUMNS]: buildColumnsHeader(hashes) + formatColumns(tables) };
}

const buildHeader = (area: string, hash: string) =>
  `-- The tables of ${area} as the migrations leave them. Generated by \`npm run generate\`.\n-- Migrations: ${hash}\n`;

/** Of all areas: after a merge the schemas can be those of the migrations while the columns are not. */
const buildColumnsHeader = (hashes: ReadonlyMap<string, string>) =>
  `// Migrations: ${createHash("sha256")
    .update([...hashes].join())
    .digest("hex")
    .slice(0, 16)}\n`;

interface Column {
  name: string;
  type: string;
  not_null: boolean;
  identity: "" | "a" | "d";
  generated: boolean;
  value: string | null;
}

interface Table {
  name: string;
  columns: Column[];
  constraints: { name: string; text: string }[];
  indexes: string[];
  triggers: string[];
  policies: { name: string; text: string }[];
  grants: { role: string; rights: string[] }[];
}

/** The table of migrations is the runner's own. */
const READ_TABLES = `
  select c.relname as name,
    (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'not_null', a.attnotnull,
         'identity', a.attidentity, 'generated', a.attgenerated <> '', 'value', pg_get_expr(d.adbin, d.adrelid)) order by a.attnum), '[]')
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', k.conname, 'text', pg_get_constraintdef(k.oid))
         order by array_position(array['p', 'u', 'c', 'f', 'x'], k.contype::text), k.conname collate "C"), '[]')
       from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f', 'x')) as constraints,
    (select coalesce(json_agg(pg_get_indexdef(i.indexrelid) order by pg_get_indexdef(i.indexrelid) collate "C"), '[]') from pg_index i
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))) as indexes,
    (select coalesce(json_agg(pg_get_triggerdef(t.oid) order by t.tgname collate "C"), '[]') from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    (select coalesce(json_agg(json_build_object('name', p.policyname,
         'text', 'to ' || array_to_string(p.roles, ', ') || coalesce(' using (' || p.qual || ')', '') || coalesce(' with check (' || p.with_check || ')', ''))
         order by p.policyname collate "C"), '[]')
       from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.policyname not in ('owner_rows', 'owner_maintenance')) as policies,
    (select coalesce(json_agg(json_build_object('role', g.role, 'rights', g.rights) order by g.role collate "C"), '[]') from (
       select r.rolname as role, array_agg(lower(x.privilege_type) order by array_position(array['SELECT', 'INSERT', 'UPDATE', 'DELETE'], x.privilege_type)) as rights
         from aclexplode(c.relacl) x join pg_roles r on r.oid = x.grantee where x.grantee <> c.relowner group by 1) g) as grants
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migration'
   order by c.relname collate "C"`;

async function readTables(owner: pg.Pool): Promise<Table[]> {
  return (await owner.query<Table>(READ_TABLES)).rows;
}

const TENANT = "nullif(current_setting('app.business_id'::text, true), ''::text))::integer";
interface SchemaFunction {
  name: string;
  text: string;
}

const READ_FUNCTIONS = `select p.proname as name, pg_get_functiondef(p.oid) as text from pg_proc p
  where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`;

function formatTable(table: Table): string {
  const members = [
    ...table.columns.map(formatColumn),
    ...table.constraints.map(({ name, text }) => `constraint ${name} ${text}`),
  ];
  const tenant = isTenantTable(table);
  const lines = [
    `create table ${table.name} (\n  ${members.join(",\n  ")}\n);`,
    ...table.indexes.map((text) => `${text.replace(" ON public.", " ON ")};`),
    ...(tenant ? [`select enable_tenancy('${table.name}');`] : []),
    ...table.policies.flatMap(({ name, text }) =>
      tenant ? [] : [`create policy ${name} on ${table.name} ${text};`],
    ),
    ...table.grants.flatMap(({ role, rights }) =>
      tenant && rights.length === 4 ? [] : [`-- ${role}: ${rights.join(", ")}`],
    ),
    ...table.triggers.map((text) => `${text.replaceAll("public.", "")};`),
  ];
  return lines.join("\n");
}

/** Has exactly the policies of `enable_tenancy`. */
function isTenantTable({ policies }: Table): boolean {
  const [everything, tenant, ...more] = policies;
  const own_rows = `(business_id = (${TENANT})`;
  return (
    more.length === 0 &&
    everything?.text === "to packhorse_system using (true) with check (true)" &&
    tenant?.text.toLowerCase() === `to packhorse_service using (${own_rows}) with check (${own_rows})`
  );
}

function formatColumn({ name, type, not_null, identity, generated, value }: Column): string {
  const rest = [
    not_null ? "not null" : "",
    identity === "" ? "" : `generated ${identity === "a" ? "always" : "by default"} as identity`,
    value === null ? "" : generated ? `generated always as (${value}) stored` : `default ${value}`,
  ];
  return [name, type, ...rest.filter((part) => part !== "")].join(" ");
}

/** How columns arrive in the program (`src/platform/db/connect.ts`). */
const TYPES: Record<string, string> = {
  boolean: "boolean",
  bytea: "Buffer",
  json: "unknown",
  jsonb: "unknown",
  integer: "number",
  bigint: "number",
  "double precision": "number",
  real: "number",
  numeric: "number",
};

/** Columns that `src/operation/define/record.ts` fills in. */
const FILLED = ["business_id", "created_at", "updated_at", "status_since", "version"];

/** Who gives a column its value when a row is inserted. */
function findSource({ not_null, identity, generated, value }: Column): "caller" | "default" | "database" {
  if (identity === "a" || generated) return "database";
  return not_null && identity === "" && value === null ? "caller" : "default";
}

function formatColumns(tables: readonly Table[]): string {
  const texts = tables.map(({ name, columns }) => {
    const members = columns.map((column) => {
      const element = TYPES[column.type.replace(/\[\]$/, "")] ?? "string";
      const type = column.type.endsWith("[]") ? `${element}[]` : element;
      return `    ${column.name}: { type: ${type}; nullable: ${!column.not_null}; source: "${findSource(column)}" };`;
    });
    return `  ${name}: {\n${members.join("\n")}\n  };`;
  });
  const facts = tables.map(({ name, columns }) => {
    const quote = (names: readonly string[]) => `[${names.map((one) => `"${one}"`).join(", ")}]`;
    const json = columns.filter(({ type }) => type === "json" || type === "jsonb").map((one) => one.name);
    const filled = FILLED.filter((one) => columns.some((column) => column.name === one));
    return `  ${name}: { json: ${quote(json)}, filled: ${quote(filled)} },`;
  });
  return `/** The columns of all tables. \`source\` gives a new row its value. Generated by \`npm run generate\`. */
export interface Columns {
${texts.join("\n")}
}

export interface TableFacts {
  json: readonly string[];
  /** Columns that every insert or change fills in. */
  filled: readonly string[];
}

export const TABLE_FACTS: Readonly<Partial<Record<keyof Columns, TableFacts>>> = {
${facts.join("\n")}
};
`;
}
