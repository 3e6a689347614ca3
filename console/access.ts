/** Who may call the operations that pages read, as the registry declares it: read by manifests in the browser and in Node. */
import type { UserMeOutput } from "../packages/client/client.gen.ts";
import type { Audience, Manifest } from "./manifest.ts";

/** A user with everything that is named may call an operation. */
export interface Access {
  roles?: readonly UserMeOutput["user"]["role"][];
  scopes?: readonly UserMeOutput["permissions"][number][];
  module?: UserMeOutput["modules"][number];
  feature?: UserMeOutput["features"][number];
}

export type AccessByName = Readonly<Record<string, Access>>;

/** The lists of a manifest whose entries have an audience. */
const LISTS = ["navigation", "public_navigation", "settings", "searches", "records", "commands"] as const;

export const listReads = (manifest: Manifest): readonly string[] =>
  LISTS.flatMap((list) => (manifest[list] as readonly Audience[]).flatMap(({ reads }) => reads ?? []));

/** The same manifest, whose entries know who may call what they read. */
export function grantAccess(manifest: Manifest, access_by_name: AccessByName): Manifest {
  const grant = <Entry extends Audience>(entry: Entry): Entry => {
    if (entry.reads === undefined) return entry;
    const access = entry.reads.map((name) => {
      const one = access_by_name[name];
      if (one === undefined) throw new Error(`No operation that reads is called ${name}.`);
      return one;
    });
    return { ...entry, access };
  };
  return {
    ...manifest,
    navigation: manifest.navigation.map(grant),
    public_navigation: manifest.public_navigation.map(grant),
    settings: manifest.settings.map(grant),
    searches: manifest.searches.map(grant),
    records: manifest.records.map(grant),
    commands: manifest.commands.map(grant),
  };
}
