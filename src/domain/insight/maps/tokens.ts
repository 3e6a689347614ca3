/** Tokens of a map: links for people and pages without an account. */
import Type from "typebox";
import { getLinkState, LINK_MEMBERS, type StoredLink } from "#operation/caller/link-store.ts";
import { Ref } from "#vocabulary/ref.ts";

/** In force at once. */
export const OPEN_TOKENS_MAX = 50;
/** That are listed. */
export const TOKENS_MAX = 200;
export const TOKEN_DAYS_MAX = 731;

export const MapToken = Type.Object(
  { id: Ref("custom_map_token"), ...LINK_MEMBERS },
  { $id: "CustomMapToken" },
);

export const buildToken = (
  { operations: _operations, subject_id: _subject, ...link }: StoredLink,
  now: Date,
) => ({
  ...link,
  state: getLinkState(link, now),
});
