import { createPlural } from "../../../../language/plural.ts";

const plural = createPlural("en");
const exceptions = (n: number) => plural(n, { one: "# exception", other: "# exceptions" });

export const messages = {
  whose: {
    label: "Assigned to",
    all: "Everybody’s",
    me: "Mine",
    nobody: "Nobody’s",
    of: (name: string) => `Of ${name}`,
    none: {
      me: "Nothing is yours",
      nobody: "Somebody handles each of them",
      other: (name: string) => `${name} has nothing to handle`,
    },
    none_about: "Take an exception with i, or give it to somebody with a.",
    show_all: (n: number) => `Show all ${exceptions(n)}`,
  },
  assign: {
    handled_by: "Handled by",
    nobody: "Nobody",
    you: "you",
    take: "Take it",
    assign: "Assign",
    title: "Who handles it?",
    title_many: (n: number) => `Who handles ${exceptions(n)}?`,
    find: "Find a person",
    open: (n: number) => `${n} open`,
    no_match: "Nobody matches.",
    to_nobody: "Nobody: take it from everybody",
    assigned: (name: string) => `${name} handles it now.`,
    assigned_many: (n: number, name: string) => `${name} handles ${exceptions(n)} now.`,
    freed: (n: number) =>
      plural(n, { one: "Nobody handles it now.", other: "Nobody handles # exceptions now." }),
    left_out: (n: number) =>
      plural(n, {
        one: "# had ended or was decided meanwhile.",
        other: "# had ended or were decided meanwhile.",
      }),
    only_theirs: (name: string) => `Only exceptions of ${name}`,
  },
  keys: {
    next: "Next exception",
    previous: "Previous exception",
    snooze: "Snooze",
    nothing: "Nothing to do",
    mine: "Only mine, or everybody’s",
    line: "j k next and previous · 1–3 actions · i take it · a assign · m only mine · s snooze · d nothing to do · Enter open",
  },
};
