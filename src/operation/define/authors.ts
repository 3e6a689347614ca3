/**
 * Who wrote the texts of answers: one `defineAuthors` in `src/domain/<area>/<family>/authors.ts`, found by folder like
 * operations are. A member is marked by its name, and by the member that it stands in where the name alone does not say it.
 * What a family declares holds in every answer, because other families answer its records too.
 */
import assert from "node:assert";
import { PLACE_TEXTS } from "#vocabulary/place.ts";

/** The sender of an order is a customer, a shop or a program. */
export const AUTHORS = ["sender", "recipient", "customer", "driver", "partner", "agent"] as const;
export type Author = (typeof AUTHORS)[number];

/** Lists are names of members between spaces: `note`, or `events.description` within that parent alone. */
interface AuthorDeclaration extends Partial<Record<Author, string>> {
  /** Open members: every text inside them is the author's, whatever it is called. */
  open?: Readonly<Record<string, Author>>;
  /**
   * Names, descriptions and reasons in these are those of the business itself or of the service: of a parent, all of them
   * (`warehouse`); with a name, that member alone (`lines.label`).
   */
  own?: string;
}

export interface AuthorSet {
  is_author_set: true;
  declared: AuthorDeclaration;
}

export function defineAuthors(declared: AuthorDeclaration): AuthorSet {
  return { is_author_set: true, declared };
}

/** What all families declare. */
export interface AuthorCatalogue {
  /** By name, and by parent and name. */
  authors: ReadonlyMap<string, Author>;
  open: ReadonlyMap<string, Author>;
  own: ReadonlySet<string>;
}

/** Names of shapes that every family uses, and of what the service says of itself. */
const platformAuthors = defineAuthors({ sender: PLACE_TEXTS, own: "operations tools" });

const listNames = (names = "") => names.split(" ").filter((name) => name !== "");

export function buildAuthorCatalogue(sets: readonly AuthorSet[]): AuthorCatalogue {
  const authors = new Map<string, Author>();
  const open = new Map<string, Author>();
  const own_members = new Set<string>();
  const add = (members: Map<string, Author>, name: string, author: Author) => {
    const other = members.get(name) ?? author;
    assert(other === author, `Two families name ${name}, as texts of ${other} and of ${author}.`);
    members.set(name, author);
  };
  for (const { declared } of [platformAuthors, ...sets]) {
    for (const author of AUTHORS) for (const name of listNames(declared[author])) add(authors, name, author);
    for (const [name, author] of Object.entries(declared.open ?? {})) add(open, name, author);
    for (const name of listNames(declared.own)) own_members.add(name);
  }
  return { authors, open, own: own_members };
}
