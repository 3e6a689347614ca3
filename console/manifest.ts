/**
 * What a family (one business subject, such as routes or skills) adds to the console: pages, entries of the navigation,
 * sections of the settings, commands of the palette. Each folder `pages/<area>/<family>` has one `manifest.ts`, with the areas
 * of `src/domain`; they are found by folder, in the browser
 * by `shell/manifests.ts`, in Node by `find-manifests.ts`. Components are loaded when they are first shown, so
 * Node can read a manifest.
 */
import type { ComponentType } from "react";
import type { UserMeOutput } from "../packages/client/client.gen.ts";
import type { ReadName } from "../packages/client/reads.gen.ts";
import type { RecordKind } from "../packages/client/record-kinds.gen.ts";
import type { Access } from "./access.ts";
import type { Tone } from "./parts/labels.ts";
import type { SearchReader } from "./parts/search-params.ts";

/** Each manifest adds its own type, so that links to its pages are checked: `"orders/orders": typeof manifest`. */
// biome-ignore lint/suspicious/noEmptyInterface: manifests augment it.
export interface Manifests {}

/** Who sees an entry: users with everything that is named. The service authorises every request again. */
export interface Audience {
  /** Operations without which the page is empty: a user who may not call one of them does not see the entry. */
  reads?: readonly ReadName[];
  /** Who may call these operations; `grantAccess` fills it in. */
  access?: readonly Access[];
  /** What is needed besides. */
  permission?: UserMeOutput["permissions"][number];
  roles?: readonly UserMeOutput["user"]["role"][];
  module?: UserMeOutput["modules"][number];
  feature?: UserMeOutput["features"][number];
}

/**
 * The areas of the navigation, in its order. Settings hold what concerns the business itself; `platform` is the
 * whole navigation of a platform administrator.
 */
export const AREAS = [
  "now",
  "orders",
  "dispatch",
  "network",
  "fleet",
  "customers",
  "money",
  "insight",
  "build",
  "settings",
  "platform",
] as const;
export type Area = (typeof AREAS)[number];

export const STAFF = ["client_admin", "employee"] as const;

/** Apps for work away from a desk: installable, and used without a connection. */
export const FIELD_APPS = ["driver", "rider", "warehouse"] as const;
export type FieldApp = (typeof FIELD_APPS)[number];

type Load = () => Promise<ComponentType>;

interface LoadedPage {
  /** Title of the document until the page sets another, and the heading of a page that sets none. */
  title: string;
  load: Load;
  /** Reads the query of the address: `defineSearch` of `parts/search-params.ts`. */
  search?: SearchReader<object>;
  /** The component is only the body: the console shows the title and this line above it. */
  about?: string;
  /** The document that shows it, where that is not `index.html`: a public page with a bundle of its own. */
  document?: `${string}.html`;
  /** Its address names something that only who knows it should find: search engines must not index it. */
  unindexed?: true;
  /** Its texts are in all languages, for readers who do not work for the business. */
  in_all_languages?: true;
  /** The apps that have this page: their files are kept on the device, and it opens without a connection. */
  apps?: readonly FieldApp[];
}

/** An address that only leads to another one. */
interface RedirectPage {
  redirect: string;
}

export type Page = LoadedPage | RedirectPage;
export type Pages = Record<`/${string}`, Page>;

/** Addresses without a parameter, to which a link needs nothing else. */
export type PlainAddress<Listed> = Exclude<keyof Listed, `${string}$${string}`> & string;

type Icon = ComponentType<{ size?: number; stroke?: number }>;

/** How many things of a page wait for a person: shown beside its entry. */
interface Count {
  /** After the number, as in "3 to decide". */
  of: string;
  /** Types of the records that it counts: it is counted again when one of them changes. */
  live_subjects: readonly string[];
  /** First part of the keys of the queries that it depends on: invalidated with them. */
  key: string;
  load: () => Promise<(options: { signal: AbortSignal }) => Promise<number>>;
  /** The latest of them, at most twenty, for the notifications. */
  latest?: () => Promise<(options: { signal: AbortSignal }) => Promise<readonly Notice[]>>;
}

/** Something that needs a person. */
export interface Notice {
  key: string;
  /** What it is about: a name, a number. */
  title: string;
  /** What is the matter with it. */
  about: string;
  /** Since when it needs somebody. */
  at: string;
  href: string;
}

export interface NavigationEntry<To extends string = string> extends Audience {
  area: Area;
  to: To;
  label: string;
  icon: Icon;
  /** Position in its area; the first one that an account sees is the page of the area. */
  order: number;
  count?: Count;
  /** The help page links to it. */
  in_help?: true;
  /**
   * Rank of this entry as the start page of a role: of the entries that a user may open, the lowest rank; without any, the
   * first page of the navigation.
   */
  landing?: Readonly<Partial<Record<UserMeOutput["user"]["role"], number>>>;
  /** One of the four tabs at the bottom of a phone, before the first pages of the areas. */
  on_phone?: true;
  /** Short word for the tab at the bottom of an app; `label` when absent. */
  tab?: string;
  /** Pressed after `g`. */
  key?: string;
}

export const SETTINGS_GROUPS = ["Company", "Deliveries", "Notifications", "Connections"] as const;

export interface SettingsSection extends Audience {
  /** Last segment of its address: `/settings/reasons`. */
  id: string;
  group: (typeof SETTINGS_GROUPS)[number];
  /** Position in its group. */
  order: number;
  label: string;
  about: string;
  load: Load;
}

export interface Command<To extends string = string, Search = object> extends Audience {
  label: string;
  /** Other words that find it. */
  keywords: readonly string[];
  to: To;
  search?: Search;
}

/** A record that the palette found. */
export interface FoundRecord {
  /** Its kind and id, which lead to its page, or the address of a list that shows it. */
  page: readonly [kind: RecordKind, id: number] | string;
  label: string;
  /** Its number or code. */
  number?: string;
  about?: string;
  state?: { label: string; tone: Tone };
}

/** Finds records by what somebody typed in the palette: at least two characters. */
export type FindRecords = (text: string, options: { signal: AbortSignal }) => Promise<readonly FoundRecord[]>;

interface RecordSearch extends Audience {
  /** What it finds: "Drivers". */
  label: string;
  /** Position in the palette. */
  order: number;
  load: () => Promise<FindRecords>;
}

/** The page of a kind of record, named as a `Ref` of the service names it. Who may open no such page sees the record's name without a link. */
interface RecordPage<To extends string = string> extends Audience {
  kind: RecordKind;
  /** Type of the subject of its events, where that is another word. */
  subject?: string;
  to: To;
  /** The member of the page's query that is the id; otherwise it is the parameter of the address. */
  search?: string;
}

/** Parsed query of each page. */
type PageQueries<Listed> = {
  [Path in keyof Listed]: Listed[Path] extends { search: (search: Record<string, unknown>) => infer Search }
    ? Search
    : object;
};

interface Entries<Inside, Public> {
  /** Navigation of those who are signed in. */
  navigation?: readonly NavigationEntry<PlainAddress<Inside>>[];
  /** Links to public pages, below the navigation. */
  public_navigation?: readonly NavigationEntry<PlainAddress<Public>>[];
  settings?: readonly SettingsSection[];
  /** Searches of the palette for the family's records. */
  searches?: readonly RecordSearch[];
  /** Where links to the family's records lead. */
  records?: readonly RecordPage<keyof Inside & string>[];
  commands?: readonly {
    [Path in PlainAddress<Inside & Public>]: Command<Path, PageQueries<Inside & Public>[Path]>;
  }[PlainAddress<Inside & Public>][];
}

interface Input<Inside, Public> extends Entries<NoInfer<Inside>, NoInfer<Public>> {
  /** Pages of those who are signed in. `$name` is a parameter: one segment of the address. */
  pages?: Inside;
  /** Pages for everybody. */
  public_pages?: Public;
}

/** A manifest as the shell reads it. */
export interface Manifest {
  pages: Pages;
  public_pages: Pages;
  navigation: readonly NavigationEntry[];
  public_navigation: readonly NavigationEntry[];
  settings: readonly SettingsSection[];
  searches: readonly RecordSearch[];
  records: readonly RecordPage[];
  commands: readonly Command[];
}

/** Types of the pages' queries, for `Manifests`; they have no value at run time. */
export interface TypedManifest<Inside, Public> extends Manifest {
  types?: { inside: Inside; public: Public };
}

// biome-ignore lint/complexity/noBannedTypes: a manifest may have no pages.
export function defineManifest<const Inside extends Pages = {}, const Public extends Pages = {}>({
  pages,
  public_pages,
  navigation = [],
  public_navigation = [],
  settings = [],
  searches = [],
  records = [],
  commands = [],
}: Input<Inside, Public>): TypedManifest<PageQueries<Inside>, PageQueries<Public>> {
  return {
    pages: pages ?? {},
    public_pages: public_pages ?? {},
    navigation,
    public_navigation,
    settings,
    searches,
    records,
    // Each was checked against the page that it leads to.
    commands: commands as readonly Command[],
  };
}
