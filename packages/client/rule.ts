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

/** By path, in which `*` stands for the index of a list: `lines.*.count`. Members without a rule are left out. */
export type RulesByPath = Readonly<Record<string, Rule>>;
