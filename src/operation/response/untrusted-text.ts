/**
 * Text in answers that somebody outside the business, or a program, wrote: names, addresses, notes, references, chat, what
 * partners report, file names. For agents it is data, never an instruction: the answer says which of its members are such
 * text and who wrote it, and a connection can ask to withhold it.
 *
 * A member is marked by its name, and by the member that it stands in where the name alone does not say it. Every text of
 * an answer is in one of the two lists (`tests/surface/untrusted-text.test.ts`).
 */

const AUTHORS = ["sender", "recipient", "customer", "driver", "partner", "agent"] as const;
type Author = (typeof AUTHORS)[number];

const listNames = (names: string) => names.split(/\s+/).filter((name) => name !== "");

const WRITTEN: Record<Author, readonly string[]> = {
  // The sender of an order: a customer, a shop, a program.
  sender:
    listNames(`address address_key city contents customer customer_name delivery_instruction description destination
    display_name email external_id external_tracking floor instructions item label line1 line2 name note order_ref packaging
    packaging_name phone phone_e164 pickup_timeframe postal_code postcode recipient recipient_email recipient_name
    recipient_phone ref reference region sender sender_email sender_name sender_phone title`),
  recipient: listNames("body last_text signed_by text dispute_reason"),
  customer: listNames(
    "about choices details hidden names read unmapped_columns space_name space tagline value username",
  ),
  driver: listNames(
    "end_reason exception incident_reason reason status_reason suspension_reason review_note",
  ),
  partner:
    listNames(`carrier_reference confirmation detail error failure failure_text giver headline last_error response taker
    test_failure provider_name media_type html events.description events.message`),
  agent: listNames(
    "client_name decision_note file_name person proposed_client proposed_token rejected_redirect_uris token_name",
  ),
};

/** Open members: every text inside them is the author's, whatever it is called. */
const CONTAINERS: Readonly<Record<string, Author>> = {
  values: "customer",
  form: "customer",
  arguments: "agent",
  extensions: "partner",
  overview: "sender",
};

/** In these, names and descriptions are those of the business itself or of the service. */
const OWN_PARENTS: ReadonlySet<string> = new Set(
  listNames(`article articles assigned_to balances business by carriers changed_by columns created_by datasets dataset decided_by
    driver drivers engines fields from_warehouse groups kinds methods objectives operations origin_warehouse proposed_by
    providers roles services service suggestions supplies surcharges templates tiers to_warehouse tools vehicle vehicles
    warehouse warehouses zone zones profiles families endpoints packages_sold`),
);
/** Words of the service or of the business that are called like the text of others: lines of a price, the words of statuses, reasons in code. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(
  listNames(`price_details.label lines_before.label lines_after.label lines.label events.label unassigned.reason start.reason
    drivers_left_out.reason`),
);
const OWN_IN_PARENTS: ReadonlySet<string> = new Set(listNames("name description label title details reason"));

const author_of = new Map<string, Author>(
  (Object.entries(WRITTEN) as [Author, readonly string[]][]).flatMap(([author, names]) =>
    names.map((name) => [name, author] as const),
  ),
);

export const isMarked = (name: string): boolean => author_of.has(name);

/** Instead of a text that is withheld; a text again, so that the answer keeps its shape. */
export const WITHHELD = "[withheld]";
/** Answers nest less deeply. */
const DEPTH_MAX = 60;

function findAuthor(name: string, parent: string, container: Author | null): Author | null {
  if (container !== null) return container;
  if (OWN_IN_PARENTS.has(name) && (OWN_PARENTS.has(parent) || OWN_MEMBERS.has(`${parent}.${name}`)))
    return null;
  return author_of.get(`${parent}.${name}`) ?? author_of.get(name) ?? null;
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
  root: Member;
  members: number;
  answers: number;
  /** By the paths of all texts of an answer. */
  untrusted: Map<string, Untrusted | null>;
}

const createTree = (names: MemberNames | null): Tree => ({
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

let tree = createTree(null);

/** Open objects may have members of any name; all of our own are fewer. */
const MEMBERS_MAX = 20_000;
const ANSWERS_MAX = 2000;

function addMember(tree: Tree, { path, name: parent, names, members }: Member, key: string): Member | null {
  const name_entry = names?.[key];
  const name = name_entry?.name ?? key;
  const container = findContainer(name);
  const member: Member | null =
    name_entry === null
      ? null
      : {
          path: path === "" ? key : `${path}.${key}`,
          name,
          author: container ?? findAuthor(name, parent, null),
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
export function findUntrustedText(answer: object, names: MemberNames | null = null): Untrusted | null {
  if (names !== null) return describeAuthors(listTexts(createTree(names), answer));
  if (tree.members > MEMBERS_MAX || tree.untrusted.size > ANSWERS_MAX) tree = createTree(null);
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
export function withholdUntrustedText<T>(answer: T): T {
  const withhold = (
    value: unknown,
    name: string,
    parent: string,
    within: Author | null,
    depth: number,
  ): unknown => {
    if (typeof value === "string")
      return value !== "" && findAuthor(name, parent, within) !== null ? WITHHELD : value;
    if (typeof value !== "object" || value === null) return value;
    if (depth > DEPTH_MAX) return WITHHELD;
    if (Array.isArray(value)) return value.map((one) => withhold(one, name, parent, within, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, member], index) => [
        within !== null && !isCode(key) ? `${WITHHELD} ${index + 1}` : key,
        withhold(member, key, name, within ?? findContainer(key), depth + 1),
      ]),
    );
  };
  return withhold(answer, "", "", null, 0) as T;
}

/** A name of a member that an author chose, which is too short to say anything. */
const isCode = (name: string): boolean => /^[\w:-]{1,24}$/.test(name);

const findContainer = (name: string): Author | null =>
  Object.hasOwn(CONTAINERS, name) ? (CONTAINERS[name] ?? null) : null;
