/**
 * Text in answers that somebody outside the business, or a program, wrote: names, addresses, notes, references, chat, what
 * partners report, file names. For agents it is data, never an instruction: the answer says which of its members are such
 * text and who wrote it, and a connection can ask to withhold it.
 *
 * Families declare who wrote which members (`src/operation/define/authors.ts`). Every text of an answer is declared, or known
 * to be the business's own (`tests/surface/untrusted-text.test.ts`).
 */
import { AUTHORS, type Author, type AuthorCatalogue } from "../define/authors.ts";

/** Instead of a text that is withheld; a text again, so that the answer keeps its shape. */
export const WITHHELD = "[withheld]";
/** Answers nest less deeply. */
const DEPTH_MAX = 60;

/** Members that are called alike for the business's own things and for those of others. */
const OWN_IN_PARENTS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "label",
  "title",
  "details",
  "reason",
]);

function findAuthor({ authors, own }: AuthorCatalogue, name: string, parent: string): Author | null {
  const path = `${parent}.${name}`;
  if (OWN_IN_PARENTS.has(name) && (own.has(parent) || own.has(path))) return null;
  return authors.get(path) ?? authors.get(name) ?? null;
}

/**
 * What the members of an answer are called where they were defined: an answer of GraphQL may call them otherwise. Null
 * for members of the service itself.
 */
export interface MemberNames {
  [answered: string]: { name: string; members: MemberNames | null } | null;
}

/** A member of answers, as far as it decides who wrote its texts. */
interface Member {
  /** Without positions in lists. */
  path: string;
  name: string;
  /** Of a text that it is, or of every text inside an open member; null when it is the service's own. */
  author: Author | null;
  is_container: boolean;
  names: MemberNames | null;
  /** By the names that answers have; null for members of the service itself. */
  members: Map<string, Member | null>;
  /** The number of the last answer that has a text in it. */
  answer: number;
}

/** Answers are alike, so what follows from the names of their members is computed once: a tree of those seen. */
interface Tree {
  catalogue: AuthorCatalogue;
  root: Member;
  members: number;
  answers: number;
  /** By the paths of all texts of an answer. */
  untrusted: Map<string, Untrusted | null>;
}

const createTree = (catalogue: AuthorCatalogue, names: MemberNames | null): Tree => ({
  catalogue,
  root: {
    path: "",
    name: "",
    author: null,
    is_container: false,
    names,
    members: new Map(),
    answer: 0,
  },
  members: 0,
  answers: 0,
  untrusted: new Map(),
});

const trees = new WeakMap<AuthorCatalogue, Tree>();

/** Open objects may have members of any name; all of our own are fewer. */
const MEMBERS_MAX = 20_000;
const ANSWERS_MAX = 2000;

function addMember(tree: Tree, { path, name: parent, names, members }: Member, key: string): Member | null {
  const name_entry = names?.[key];
  const name = name_entry?.name ?? key;
  const container = tree.catalogue.open.get(name) ?? null;
  const member: Member | null =
    name_entry === null
      ? null
      : {
          path: path === "" ? key : `${path}.${key}`,
          name,
          author: container ?? findAuthor(tree.catalogue, name, parent),
          is_container: container !== null,
          names: name_entry?.members ?? null,
          members: new Map(),
          answer: 0,
        };
  members.set(key, member);
  tree.members += 1;
  return member;
}

/** The members of an answer that have a text. */
function listTexts(tree: Tree, answer: object): Member[] {
  tree.answers += 1;
  const texts: Member[] = [];
  const visit = (value: unknown, member: Member, depth: number): void => {
    if (
      typeof value === "string" ? value !== "" : member.is_container && hasText(value, member.names, depth)
    ) {
      if (member.answer !== tree.answers) texts.push(member);
      member.answer = tree.answers;
      return;
    }
    if (typeof value !== "object" || value === null || depth > DEPTH_MAX || member.is_container) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, member, depth + 1);
      return;
    }
    for (const key of Object.keys(value)) {
      const inner = member.members.get(key) ?? addMember(tree, member, key);
      if (inner !== null) visit((value as Record<string, unknown>)[key], inner, depth + 1);
    }
  };
  visit(answer, tree.root, 0);
  return texts;
}

function hasText(value: unknown, names: MemberNames | null, depth: number): boolean {
  if (typeof value === "string") return value !== "";
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return false;
  if (Array.isArray(value)) return value.some((one) => hasText(one, names, depth + 1));
  return Object.entries(value).some(([key, member]) => {
    const name_entry = names?.[key];
    return name_entry !== null && hasText(member, name_entry?.members ?? null, depth + 1);
  });
}

/** The members that others wrote, by author: `{ sender: ["dropoff.name", "note"] }`. */
export type Untrusted = Partial<Record<Author, string[]>>;

/**
 * Who wrote what, as short as it can be said to a model: of each path the end that no text of another author has. Null
 * where nobody else wrote anything. `names` only where members may be called otherwise.
 */
export function findUntrustedText(
  catalogue: AuthorCatalogue,
  answer: object,
  names: MemberNames | null = null,
): Untrusted | null {
  if (names !== null) return describeAuthors(listTexts(createTree(catalogue, names), answer));
  let tree = trees.get(catalogue);
  if (tree === undefined || tree.members > MEMBERS_MAX || tree.untrusted.size > ANSWERS_MAX) {
    tree = createTree(catalogue, null);
    trees.set(catalogue, tree);
  }
  const texts = listTexts(tree, answer);
  let key = "";
  for (const { path } of texts) key += `${path}\n`;
  let untrusted = tree.untrusted.get(key);
  if (untrusted === undefined) {
    untrusted = describeAuthors(texts);
    tree.untrusted.set(key, untrusted);
  }
  return untrusted;
}

function describeAuthors(texts: readonly Member[]): Untrusted | null {
  const untrusted: Untrusted = {};
  for (const author of AUTHORS) {
    const paths = texts.filter((text) => text.author === author).map(({ path }) => path);
    if (paths.length === 0) continue;
    const others = texts.filter((text) => text.author !== author).map(({ path }) => path);
    untrusted[author] = [...new Set(paths.map((path) => findShortestEnd(path, others)))].sort();
  }
  return Object.keys(untrusted).length === 0 ? null : untrusted;
}

function findShortestEnd(path: string, others: readonly string[]): string {
  const parts = path.split(".");
  for (let from = parts.length - 1; from > 0; from -= 1) {
    const end = parts.slice(from).join(".");
    if (!others.some((other) => other === end || other.endsWith(`.${end}`))) return end;
  }
  return path;
}

/** The same answer without what others wrote. */
export function withholdUntrustedText<T>(catalogue: AuthorCatalogue, answer: T): T {
  const withhold = (
    value: unknown,
    name: string,
    parent: string,
    within: Author | null,
    depth: number,
  ): unknown => {
    if (typeof value === "string")
      return value !== "" && (within ?? findAuthor(catalogue, name, parent)) !== null ? WITHHELD : value;
    if (typeof value !== "object" || value === null) return value;
    if (depth > DEPTH_MAX) return WITHHELD;
    if (Array.isArray(value)) return value.map((one) => withhold(one, name, parent, within, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, member], index) => [
        within !== null && !isCode(key) ? `${WITHHELD} ${index + 1}` : key,
        withhold(member, key, name, within ?? catalogue.open.get(key) ?? null, depth + 1),
      ]),
    );
  };
  return withhold(answer, "", "", null, 0) as T;
}

/** A name of a member that an author chose, which is too short to say anything. */
const isCode = (name: string): boolean => /^[\w:-]{1,24}$/.test(name);
