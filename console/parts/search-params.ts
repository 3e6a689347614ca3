/**
 * What pages read from the query of their address. People type and shorten addresses, and old links name what no longer
 * exists: a page names its members and what each may be, and everything else is left out, which the console says above
 * the page. Pure; manifests read it.
 */

/** What was read, and whether something was given that could not be. */
interface Reading<Value> {
  value?: Value;
  is_partial?: true;
}

/** A member of the query. `read` gets what the router parsed: text, number, boolean, null, array or object. */
export interface Param<Value> {
  read(value: unknown): Reading<Value>;
}

/** Reads the query of a page. What it returns has no member that the page does not know. */
export interface SearchReader<Search extends object> {
  (search: Record<string, unknown>): Search;
  /** Members that were given and are left out, in whole or in part. */
  findDropped(search: Record<string, unknown>): readonly string[];
  /** Members that the page knows. */
  readonly params: readonly string[];
}

const NOTHING = {};
const DROPPED = { is_partial: true } as const;
const TEXT_MAX = 200;
const PAGE_MAX = 1_000_000;
const WORDS_MAX = 100;
const IDS_MAX = 200;
/** Added to links by others, for their own statistics or when a payment sends somebody back. */
const OF_OTHERS = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|session_id|_\w*)$/;

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

function defineParam<Value>(parse: (value: unknown) => Value | undefined): Param<Value> {
  return {
    read(raw_value) {
      if (isEmpty(raw_value)) return NOTHING;
      const value = parse(raw_value);
      return value === undefined ? DROPPED : { value };
    },
  };
}

/** Also a number: a text of digits is one to the router. A text that is not Unicode, or has control characters, is none. */
function parseText(value: unknown, max = TEXT_MAX): string | undefined {
  if (typeof value === "number" && !Number.isSafeInteger(value)) return undefined;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (!text.isWellFormed() || /[\u0000-\u001f\u007f\ufffd]/.test(text)) return undefined;
  return text
    .slice(0, max)
    .toWellFormed()
    .replace(/\ufffd$/, "");
}

function parseInteger(input: unknown, min: number, max: number): number | undefined {
  const value = typeof input === "string" && /^\d{1,16}$/.test(input) ? Number(input) : input;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max
    ? value
    : undefined;
}

const toKey = (word: string) =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

/** One of these words, however it is capitalised. */
export const word = <const Word extends string>(words: readonly Word[]): Param<Word> =>
  defineParam((value) => findWord(words, value));

function findWord<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  if (typeof value !== "string") return undefined;
  return words.find((one) => one === value) ?? words.find((one) => toKey(one) === toKey(value));
}

/** Some of these words: an array, or words with commas between them. Each is read once. */
export const words = <const Word extends string>(allowed_words: readonly Word[]): Param<Word[]> =>
  readMany((value) => findWord(allowed_words, value), WORDS_MAX);

/** Ids; each is read once. */
export const ids = (): Param<number[]> =>
  readMany((value) => parseInteger(value, 1, Number.MAX_SAFE_INTEGER), IDS_MAX);

function readMany<Value>(parse: (value: unknown) => Value | undefined, max: number): Param<Value[]> {
  return {
    read(value) {
      if (isEmpty(value)) return NOTHING;
      const split = typeof value === "string" ? value.split(",") : value;
      const parts = (Array.isArray(split) ? split : [split]).filter((part) => !isEmpty(part));
      const read = parts.slice(0, max).map(parse);
      const values = [...new Set(read.filter((one) => one !== undefined))];
      const is_partial = parts.length > max || read.includes(undefined);
      return { ...(values.length > 0 ? { value: values } : {}), ...(is_partial ? DROPPED : {}) };
    },
  };
}

/** Text of people: a number, a name. At most `max` characters are read. */
export const text = (max = TEXT_MAX, min = 1): Param<string> =>
  defineParam((value) => {
    const read = parseText(value, max);
    return read !== undefined && read.length >= min ? read : undefined;
  });

/** Text of a form that the pattern has, such as a code. */
export const code = (pattern: RegExp): Param<string> =>
  defineParam((value) => {
    const read = parseText(value);
    return read !== undefined && pattern.test(read) ? read : undefined;
  });

export const id = (): Param<number> => integer(1, Number.MAX_SAFE_INTEGER);

export const integer = (min: number, max: number): Param<number> =>
  defineParam((value) => parseInteger(value, min, max));

/** One of a few numbers. */
export const oneOf = <Value extends number>(values: readonly Value[]): Param<Value> =>
  defineParam((value) => {
    const read = parseInteger(value, Math.min(...values), Math.max(...values));
    return values.find((one) => one === read);
  });

/** Page of a list, from 2: the first one is what an address without it shows. */
export const page = (): Param<number> => ({
  read(raw_value) {
    if (isEmpty(raw_value)) return NOTHING;
    const value = parseInteger(raw_value, 1, PAGE_MAX);
    if (value === undefined) return DROPPED;
    return value === 1 ? NOTHING : { value };
  },
});

const parseBoolean = (value: unknown): boolean | undefined => {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return value === 1 ? true : value === 0 ? false : undefined;
  const word = value.trim().toLowerCase();
  return word === "true" ? true : word === "false" ? false : undefined;
};

export const bool = (): Param<boolean> => defineParam(parseBoolean);

/** Something that is so, or not said. */
export const flag = (): Param<true> => ({
  read(raw_value) {
    if (isEmpty(raw_value)) return NOTHING;
    const value = parseBoolean(raw_value);
    if (value === undefined) return DROPPED;
    return value ? { value } : NOTHING;
  },
});

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Whether it is a day of the calendar, `2026-11-20`, between 1900 and 2199. */
function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !DATE.test(value) || value < "1900" || value >= "2200") return false;
  const read = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(value);
}

/** A day of the calendar: `2026-11-20`. */
export const day = (): Param<string> => defineParam((value) => (isDay(value) ? value : undefined));

/** How a list is sorted: the name of a column, with `-` before it when it descends. */
export const sort = (columns?: readonly string[]): Param<string> =>
  defineParam((value) => {
    if (typeof value !== "string" || !/^-?[a-z][a-z0-9_]{0,62}$/.test(value)) return undefined;
    return columns === undefined || columns.includes(value.replace(/^-/, "")) ? value : undefined;
  });

/** A JSON object, as text or as the router parsed it; read as text. */
export const json = (): Param<string> =>
  defineParam((value) => {
    try {
      const parsed: unknown = typeof value === "string" ? JSON.parse(value) : value;
      if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined;
      const read = JSON.stringify(parsed);
      return read.isWellFormed() && !read.includes("\\u0000") ? read : undefined;
    } catch {
      return undefined;
    }
  });

/** What the first one reads, else the second one. */
export const either = <One, Other>(one: Param<One>, other: Param<Other>): Param<One | Other> => ({
  read(value) {
    const read = one.read(value);
    return read.is_partial ? other.read(value) : read;
  },
});

/** Where to go after the sign-in: an address of this console. */
export const ownAddress = (): Param<string> =>
  defineParam((value) => {
    if (typeof value !== "string" || !/^\/(?![/\\])/.test(value)) return undefined;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them, and what follows may be a second slash.
    return /[\u0000-\u001f\\]/.test(value) ? undefined : value;
  });

type Params<Search> = { readonly [Name in keyof Search]-?: Param<NonNullable<Search[Name]>> };

/** The reader of a page's query, of the members that the page knows. */
export function defineSearch<Search extends object>(params: Params<Search>): SearchReader<Search> {
  const param_entries = Object.entries(params) as [string, Param<unknown>][];
  const read = (search: Record<string, unknown>): Search => {
    const valid_entries = param_entries.flatMap(([name, param]) => {
      const { value } = param.read(Object.hasOwn(search, name) ? search[name] : undefined);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(valid_entries) as Search;
  };
  return Object.assign(read, {
    params: param_entries.map(([name]) => name),
    findDropped: (search: Record<string, unknown>): string[] =>
      Object.keys(search).filter((name) => {
        if (isEmpty(search[name]) || OF_OTHERS.test(name)) return false;
        const param = param_entries.find(([one]) => one === name)?.[1];
        return param === undefined || param.read(search[name]).is_partial === true;
      }),
  });
}

/**
 * JSON of a value of a query. A number only where its text is the one that it is written as, so that `0012`, `1e5`
 * and a code of twenty digits remain what was typed.
 */
export function parseSearchValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === "number" && String(value) !== text)
    throw new SyntaxError("Not a number as it is written.");
  return value;
}

/** `?date=2026-11-20` */
export const readDate = defineSearch<{ date?: string }>({ date: day() });
