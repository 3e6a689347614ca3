/** What the business offers to recipients, for the links that allow some of it. */
import { useQuery } from "@tanstack/react-query";
import { isStaff, useMe } from "../../../api/session.ts";
import { settingsQuery } from "../../identity/settings/queries.ts";
import type { RecipientRequest } from "./queries.ts";
import { text } from "./text.ts";

type Choice = RecipientRequest["choice"];

const CHOICES = ["note", "day", "safe_place", "neighbour", "contact"] as const satisfies readonly Choice[];

/** Choices that are switched on, with their names; none until they are known. */
export function useOfferedChoices(): { value: Choice; label: string }[] {
  const me = useMe();
  const may_read = isStaff(me) && me.permissions.includes("settings:read");
  const settings = useQuery({ ...settingsQuery, enabled: may_read }).data?.settings;
  if (settings === undefined) return [];
  return CHOICES.filter((choice) => {
    const mode = settings[`recipient_${choice}`];
    return mode === true || mode === "confirm" || mode === "apply";
  }).map((choice) => ({ value: choice, label: text.choices[choice] }));
}

export const describeAllowed = (allows: readonly Choice[]) =>
  text.allowed({ choices: allows.map((choice) => text.choices[choice]).join(", ") });
