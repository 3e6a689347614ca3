/** Imports rows of a file into the address book. Shared by the request and by the job for long files. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { findSchemaErrors } from "#operation/define/schema.ts";
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import type { TableRow } from "#spreadsheet/limits.ts";
import {
  type CellContext,
  type Doubt,
  findDigitsDoubt,
  findTextDoubt,
  readDegrees,
  readPostalCode,
  unwrap,
} from "#spreadsheet/read-cell.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { isEmailAddress } from "#vocabulary/email.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";
import { saveEntry } from "./records/address-entry.ts";
import { computeScore, findDoubts, RESOLVABLE_SCORE } from "./rules.ts";
import { EntryAccess } from "./shapes.ts";

/** Fields that a column can be mapped to. */
export const IMPORT_FIELDS = [
  "label",
  "name",
  "phone",
  "email",
  "line1",
  "line2",
  "city",
  "region",
  "postal_code",
  "country",
  "lat",
  "lng",
  "instructions",
  "access_code",
  "floor",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Files with more rows than this are imported by a background job. */
export const INLINE_ROWS = 500;
export const IMPORT_ROWS_MAX = 20_000;

export const ImportRow = Type.Object(
  {
    row: Type.Integer({
      minimum: 1,
      description: "Counted from the first row after the header, empty ones too.",
    }),
    line: Type.Optional(Type.Integer({ description: "The number of the row in the file." })),
    result: Type.Boolean(),
    entry_id: Nullable(Ref("entry", Type.Integer())),
    merged: Type.Boolean(),
    errors: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
    doubts: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field: Type.String(),
            code: Type.String({ description: "Why it may mean another value." }),
            text: Type.String({ description: "As the file has it." }),
            read: Type.String({ description: "As it is saved." }),
            choices: Type.Array(Type.String(), { description: "Texts that say it without a doubt." }),
          },
          { $id: "AddressImportDoubt" },
        ),
        { description: "A dry run shows them before anything is saved." },
      ),
    ),
  },
  { $id: "AddressImportRow" },
);
export type ImportRow = Type.Static<typeof ImportRow>;

/** Progress of an import. */
export const importProgress = {
  result: Type.Boolean(),
  import_id: Ref("import", Type.String()),
  state: StringEnum(BATCH_STATES),
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
};

/** One row of the file, by field; empty cells are left out. */
export type Cells = { [F in ImportField]?: string };

/** Rows with their numbers; `header_line`: of the headings, in the file. */
interface ReadRows {
  rows: Cells[];
  /** Of each row, in the file. */
  lines: number[];
  header_line: number;
}

export type ReadResult = ReadRows | { fault: { field: string; message: Message } };

/**
 * Takes the rows of a table with a mapping from field to column name. Without a mapping, columns are matched by the names
 * of the fields.
 */
export function readRows(
  { headings: header, line: header_line }: { headings: readonly string[]; line: number },
  rows: readonly TableRow[],
  mapping: Partial<Record<ImportField, string>> | undefined,
): ReadResult {
  const names =
    mapping ??
    Object.fromEntries(
      IMPORT_FIELDS.filter((field) => header.includes(field)).map((field) => [field, field]),
    );
  if (names.line1 === undefined) {
    return {
      fault: {
        field: "mapping/line1",
        message: messages.names_no_column.with({ headings: header.join(", ").slice(0, 200) }),
      },
    };
  }
  const columns: [ImportField, number][] = [];
  for (const [field, name] of Object.entries(names)) {
    const index = header.indexOf(name);
    if (index === -1)
      return { fault: { field: `mapping/${field}`, message: messages.not_a_column.with({ name }) } };
    columns.push([field as ImportField, index]);
  }
  return {
    header_line,
    lines: rows.map(({ line }) => line),
    rows: rows.map(({ cells }) =>
      Object.fromEntries(
        columns.flatMap(([field, index]) => {
          const cell = cells[index]?.trim() ?? "";
          return cell === "" ? [] : [[field, cell]];
        }),
      ),
    ),
  };
}

type RowDoubt = NonNullable<ImportRow["doubts"]>[number];

/** Fields whose digits are a name. */
const DIGITS: ReadonlySet<ImportField> = new Set(["phone", "access_code", "floor"]);

/** A row as place and access, with its errors and what may be meant otherwise. Pure. */
export function buildDraft(cells: Cells, { country: home }: Pick<CellContext, "country">) {
  const errors: { field: string; message: string }[] = [];
  const doubts: RowDoubt[] = [];
  const add = (field: ImportField, code: string, read: string, choices: string[] = []) => {
    if (!doubts.some((doubt) => doubt.field === field))
      doubts.push({ field, code, text: cells[field] ?? "", read, choices });
  };
  const note = (field: ImportField, doubt: Doubt | null, read: string) => {
    if (doubt !== null) add(field, doubt.kind, read, doubt.choices);
  };
  const read = (field: ImportField): string | undefined => {
    const cell = cells[field];
    if (cell === undefined) return undefined;
    const doubt = DIGITS.has(field) ? findDigitsDoubt(cell) : findTextDoubt(cell);
    const text = doubt?.kind === "added_decimal" ? (doubt.choices[0] ?? cell) : unwrap(cell);
    note(field, doubt, text);
    return text === "" ? undefined : text;
  };
  const readPart = (field: "lat" | "lng") => {
    const cell = cells[field];
    if (cell === undefined) return undefined;
    const reading = readDegrees(cell);
    if ("value" in reading) return reading.value;
    errors.push({ field, message: "must be a number of degrees" });
    return undefined;
  };
  const at = { lat: readPart("lat"), lng: readPart("lng") };
  if ((cells.lat === undefined) !== (cells.lng === undefined))
    errors.push({ field: "lng", message: fields.coordinates_together.en });
  const country = read("country")?.toUpperCase();
  const address: Record<string, string> = {};
  for (const field of ["name", "phone", "email", "line1", "line2", "city", "region"] as const) {
    const text = read(field);
    if (text !== undefined) address[field] = text;
  }
  if (cells.postal_code !== undefined) {
    const reading = readPostalCode(cells.postal_code, country ?? home);
    if ("value" in reading) {
      address["postal_code"] = reading.value;
      note("postal_code", reading.doubt, reading.value);
    }
  }
  const { phone, email } = address;
  if (phone !== undefined && parseE164(phone, country ?? home) === undefined)
    add("phone", "phone_form", phone);
  if (email !== undefined && !isEmailAddress(email)) add("email", "email_form", email);
  const place = {
    ...address,
    ...(country === undefined ? {} : { country }),
    ...(at.lat === undefined || at.lng === undefined ? {} : at),
  } as Place;
  const [label = "", code, floor, instructions] = [
    read("label"),
    read("access_code"),
    read("floor"),
    read("instructions"),
  ];
  const access: EntryAccess = {
    ...(code === undefined ? {} : { code }),
    ...(floor === undefined ? {} : { floor }),
    ...(instructions === undefined ? {} : { instructions }),
  };
  for (const [schema, value] of [
    [Place, place],
    [EntryAccess, access],
    [Type.Object({ label: Type.String({ maxLength: 120 }) }), { label }],
  ] as const) {
    errors.push(
      ...(findSchemaErrors(schema, "write", value) ?? []).map(({ field = "", message }) => ({
        field,
        message: message.en,
      })),
    );
  }
  return { label, place, access, errors, doubts };
}

export interface ImportTarget {
  customer_id: number | null;
  batch_id: number;
  /** Of each row, in the file. */
  lines: readonly number[];
  header_line: number;
}

/** Saves valid rows, in order; an invalid row is reported and changes nothing. Does not geocode. */
export async function importRows(
  context: Context<never>,
  rows: readonly Cells[],
  { customer_id, batch_id, lines, header_line }: ImportTarget,
): Promise<ImportRow[]> {
  const results: ImportRow[] = [];
  for (const [index, cells] of rows.entries()) {
    const home = context.business.country;
    const { label, place, access, errors, doubts: cell_doubts } = buildDraft(cells, { country: home });
    if (errors.length === 0 && (place.lat ?? null) === null) {
      const doubts = findDoubts(place.country === undefined ? { ...place, country: home } : place);
      if (computeScore(doubts) < RESOLVABLE_SCORE)
        errors.push(...doubts.map(({ field, message }) => ({ field, message: context.say(message) })));
    }
    const line = lines[index] ?? 0;
    const numbers = { row: line - header_line, line };
    if (errors.length > 0) {
      results.push({ ...numbers, result: false, entry_id: null, merged: false, errors, doubts: cell_doubts });
      continue;
    }
    const saved = await saveEntry(context, {
      customer_id,
      label,
      place,
      access,
      default_for: [],
      pinned: false,
      batch_id,
    });
    results.push({
      ...numbers,
      ...{ result: true, entry_id: saved.row.id, merged: saved.merged },
      ...{ errors: [], doubts: cell_doubts },
    });
  }
  return results;
}
