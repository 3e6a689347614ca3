/** What a member of an operation's input must fulfil, as far as a form can know it: see `rules.gen.ts`. */
export interface Rule {
  /** A form that leaves it empty is refused. */
  required?: true;
  integer?: true;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  /** Of a number: the last part of the member's name, as in `break_min`. */
  unit?: string;
}

/** What a list can be narrowed by: a member of its operation's input, or each value of one that takes several. */
export interface Filter {
  /** Of the schema: `string`, `integer`, `boolean`. */
  type?: string;
  /** Of a text that is one of these. */
  words?: readonly string[];
  minLength?: number;
  maxLength?: number;
}

/** By path, in which `*` stands for the index of a list: `lines.*.count`. Members without a rule are left out. */
export type RulesByPath = Readonly<Record<string, Rule>>;
