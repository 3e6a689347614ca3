/**
 * What a family adds to the console: its pages, entries of the navigation, sections of the settings, commands of
 * the palette. Each folder `pages/<area>/<family>` has one `manifest.ts`; they are found by folder, in the browser
 * by `shell/manifests.ts`, in Node by `find-manifests.ts`. Components are loaded when they are first shown, so
 * Node can read a manifest.
 */
import type { ComponentType } from "react";
import type { UserMeOutput } from "../packages/client/client.gen.ts";

/** Each manifest adds its own type, so that links to its pages are checked: `"orders/orders": typeof manifest`. */
// biome-ignore lint/suspicious/noEmptyInterface: manifests augment it.
export interface Manifests {}

/** Who sees an entry; whoever fulfils all that is named. The service authorises every request again. */
export interface Audience {
  permission?: UserMeOutput["permissions"][number];
  roles?: readonly UserMeOutput["user"]["role"][];
  module?: UserMeOutput["modules"][number];
}

export const STAFF = ["client_admin", "employee"] as const;

type Load = () => Promise<ComponentType>;

interface LoadedPage {
  /** Title of the document until the page sets another, and the heading of a page that sets none. */
  title: string;
  load: Load;
  /** Parses the query of the URL; drops invalid values, because people type URLs. */
  search?: (search: Record<string, unknown>) => object;
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

export interface NavigationEntry<To extends string = string> extends Audience {
  to: To;
  label: string;
  /** Label for accounts that are not staff, when they see something else at this address. */
  label_for_others?: string;
  icon: Icon;
  /** Position, from the top. */
  order: number;
  /** Pressed after `g`. */
  key?: string;
}

export const SETTINGS_GROUPS = ["Company", "Deliveries", "Customers", "Connections"] as const;

export interface SettingsSection extends Audience {
  /** Last segment of its address: `/settings/skills`. */
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

/** Parsed query of each page. */
type Searches<Listed> = {
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
  commands?: readonly {
    [Path in PlainAddress<Inside & Public>]: Command<Path, Searches<Inside & Public>[Path]>;
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
  commands = [],
}: Input<Inside, Public>): TypedManifest<Searches<Inside>, Searches<Public>> {
  return {
    pages: pages ?? {},
    public_pages: public_pages ?? {},
    navigation,
    public_navigation,
    settings,
    // Each was checked against the page that it leads to.
    commands: commands as readonly Command[],
  };
}
