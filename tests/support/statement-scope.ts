/**
 * Which tables of businesses a statement reads or changes without a condition on their business. Row-level security
 * would add one; a database distributed over servers needs it in the text, on every table, to ask one server.
 */
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "libpg-query";

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Tables of `tenant_tables` without a condition, each once. A subquery has its own, however it is nested. */
export async function findUnscopedTables(
  text: string,
  tenant_tables: ReadonlySet<string>,
): Promise<string[]> {
  const unscoped = new Set<string>();

  const checkQuery = (sources: unknown[], conditions: unknown[]) => {
    const tables: { table: string; alias: string }[] = [];
    const scoped = new Set<string>();
    for (const condition of conditions) collectScoped(condition, scoped);
    for (const source of sources) collectSources(source, tables, scoped);
    const of_businesses = tables.filter(({ table }) => tenant_tables.has(table));
    const is_only = of_businesses.length === 1;
    for (const { table, alias } of of_businesses)
      if (!scoped.has(alias) && !(is_only && scoped.has(ANY))) unscoped.add(table);
  };

  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value) || Array.isArray(value)) return;
    for (const [kind, inner] of Object.entries(value)) {
      if (isNode(inner) && !Array.isArray(inner)) {
        const { whereClause, fromClause, relation, usingClause } = inner as Record<string, unknown>;
        const from = Array.isArray(fromClause) ? fromClause : [];
        const target = relation === undefined ? [] : [{ RangeVar: relation }];
        if (kind === "SelectStmt") checkQuery(from, [whereClause]);
        if (kind === "UpdateStmt") checkQuery([...target, ...from], [whereClause]);
        if (kind === "DeleteStmt")
          checkQuery([...target, ...((usingClause as unknown[]) ?? [])], [whereClause]);
      }
      visit(inner);
    }
  };

  visit(await parse(text));
  return [...unscoped];
}

const ROOT = path.resolve(import.meta.dirname, "../..");
let sources: Promise<string[]> | undefined;

/** True for a statement that a test or a sample sends, which the product never does. */
export async function isOfTests(text: string): Promise<boolean> {
  sources ??= readTestSources();
  const [first = ""] = text.split("\n");
  return (await sources).some((source) => source.includes(first));
}

async function readTestSources(): Promise<string[]> {
  const files = glob(["tests/**/*.ts", "src/**/*.test.ts", "src/**/samples.ts"], { cwd: ROOT });
  return Array.fromAsync(files, (file) => readFile(path.join(ROOT, file), "utf8"));
}

/** A condition on `business_id` without an alias: of the only table that has the column. */
const ANY = "";

/** The aliases whose business the conditions, all of which hold, compare with something. */
function collectScoped(condition: unknown, scoped: Set<string>): void {
  if (!isNode(condition)) return;
  const { BoolExpr, A_Expr } = condition as { BoolExpr?: Node; A_Expr?: Node };
  if (BoolExpr?.["boolop"] === "AND_EXPR")
    for (const one of BoolExpr["args"] as unknown[]) collectScoped(one, scoped);
  if (A_Expr === undefined || !["AEXPR_OP", "AEXPR_OP_ANY", "AEXPR_IN"].includes(A_Expr["kind"] as string))
    return;
  if (!JSON.stringify(A_Expr["name"]).includes('"="')) return;
  for (const side of [A_Expr["lexpr"], A_Expr["rexpr"]]) collectBusinessColumns(side, scoped);
}

/** `a.business_id`, alone or within a row: `(a.business_id, a.order_id) = (b.business_id, b.id)`. */
function collectBusinessColumns(side: unknown, scoped: Set<string>): void {
  if (!isNode(side)) return;
  const { ColumnRef, RowExpr } = side as { ColumnRef?: { fields: unknown[] }; RowExpr?: { args: unknown[] } };
  for (const one of RowExpr?.args ?? []) collectBusinessColumns(one, scoped);
  if (ColumnRef === undefined) return;
  const names = ColumnRef.fields.map((field) => (field as { String?: { sval: string } }).String?.sval);
  if (names.at(-1) === "business_id") scoped.add(names.length > 1 ? (names[0] as string) : ANY);
}

/** The tables of a FROM, and the aliases that its conditions of joins cover. */
function collectSources(
  source: unknown,
  tables: { table: string; alias: string }[],
  scoped: Set<string>,
): void {
  if (!isNode(source)) return;
  const { RangeVar, JoinExpr } = source as {
    RangeVar?: { relname: string; alias?: { aliasname: string } };
    JoinExpr?: Node;
  };
  if (RangeVar !== undefined)
    tables.push({ table: RangeVar.relname, alias: RangeVar.alias?.aliasname ?? RangeVar.relname });
  if (JoinExpr === undefined) return;
  collectScoped(JoinExpr["quals"], scoped);
  if (JSON.stringify(JoinExpr["usingClause"] ?? "").includes('"business_id"')) {
    const joined: { table: string; alias: string }[] = [];
    for (const side of [JoinExpr["larg"], JoinExpr["rarg"]]) collectSources(side, joined, scoped);
    for (const { alias } of joined) scoped.add(alias);
  }
  for (const side of [JoinExpr["larg"], JoinExpr["rarg"]]) collectSources(side, tables, scoped);
}
