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
  // Whoever places an order: a customer, a shop, a program.
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

interface FoundText {
  /** The path of each text that others wrote, without positions in lists; of an open member, the path of that. */
  written: Map<string, Author>;
  /** The paths of all other texts. */
  own: Set<string>;
}

/** `names` only where members may be called otherwise. */
function visitTexts(answer: object, names: MemberNames | null): FoundText {
  const found: FoundText = { written: new Map(), own: new Set() };
  const visit = (value: unknown, { path, name, parent, within, names, depth }: Place): void => {
    if (typeof value === "string") {
      if (value === "") return;
      const author = within?.author ?? findAuthor(name, parent, null);
      if (author === null) found.own.add(path);
      else found.written.set(within?.path ?? path, author);
      return;
    }
    if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, { path, name, parent, within, names, depth: depth + 1 });
      return;
    }
    for (const [key, member] of Object.entries(value)) {
      const named = names === null ? undefined : names[key];
      if (named === null) continue;
      const member_path = path === "" ? key : `${path}.${key}`;
      const member_name = named?.name ?? key;
      const author = findContainer(member_name);
      visit(member, {
        path: member_path,
        name: member_name,
        parent: name,
        within: within ?? (author === null ? null : { author, path: member_path }),
        names: named?.members ?? null,
        depth: depth + 1,
      });
    }
  };
  visit(answer, { path: "", name: "", parent: "", within: null, names, depth: 0 });
  return found;
}

interface Place {
  path: string;
  name: string;
  parent: string;
  within: { author: Author; path: string } | null;
  names: MemberNames | null;
  depth: number;
}

/** The members that others wrote, by author: `{ sender: ["dropoff.name", "note"] }`. */
export type Untrusted = Partial<Record<Author, string[]>>;

/**
 * Who wrote what, as short as it can be said to a model: of each path the end that no text of another author has. Null
 * where nobody else wrote anything.
 */
export function findUntrustedText(answer: object, names: MemberNames | null = null): Untrusted | null {
  const { written, own } = visitTexts(answer, names);
  if (written.size === 0) return null;
  const untrusted: Untrusted = {};
  for (const author of AUTHORS) {
    const paths = [...written].filter(([, by]) => by === author).map(([path]) => path);
    if (paths.length === 0) continue;
    const others = [...own, ...[...written].filter(([, by]) => by !== author).map(([path]) => path)];
    untrusted[author] = [...new Set(paths.map((path) => findShortestEnd(path, others)))].sort();
  }
  return untrusted;
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
