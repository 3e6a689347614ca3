/** Decisions about accounts: pure. */
import type { PresetName } from "#operation/define/presets.ts";
import type { ScopeCatalogue, StoredPermissions } from "#operation/define/scopes.ts";

/** What a request says about the permissions of an employee; undefined where it says nothing. */
export interface RequestedPermissions {
  preset?: PresetName | null | undefined;
  permissions?: readonly string[] | null | undefined;
}

/** Neither a preset nor an own selection. */
export const DEFAULT_PERMISSIONS: StoredPermissions = {
  preset: null,
  permissions: [],
  permissions_added: [],
  permissions_removed: [],
};

/**
 * What to store. A preset with a list of permissions is the preset with the differences that lead to the list; a list
 * alone is the person's own selection; neither, null in one of the two, is the default of the role. Undefined when the
 * request says nothing.
 */
export function decidePermissions(
  presets: ScopeCatalogue["presets"],
  { preset, permissions }: RequestedPermissions,
): StoredPermissions | undefined {
  if (preset === undefined && permissions === undefined) return undefined;
  if (preset === undefined || preset === null)
    return { ...DEFAULT_PERMISSIONS, permissions: permissions ?? [] };
  if (permissions === undefined || permissions === null) return { ...DEFAULT_PERMISSIONS, preset };
  const preset_scopes: ReadonlySet<string> = presets[preset];
  const wanted_scopes = new Set(permissions);
  return {
    preset,
    permissions: [],
    permissions_added: [...wanted_scopes.difference(preset_scopes)],
    permissions_removed: [...preset_scopes.difference(wanted_scopes)],
  };
}
