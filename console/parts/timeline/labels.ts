/** Labels of the protocol's codes, in the language in use. */
import { type Labels, translateReason, translateStatus } from "../../../packages/otep/src/labels/labels.ts";
import { findIncidentReason, getLabel } from "../../../packages/otep/src/vocabulary.ts";
import { defineTranslations } from "../../language/texts.ts";

const ENGLISH = {
  status: (code: string, base: string) => getLabel(code, base),
  /** Undefined for a reason that the protocol does not list. */
  reason: (reason: string): string | undefined => findIncidentReason(reason)?.label,
};

export const labels = defineTranslations(ENGLISH, async (language) => {
  const files = import.meta.glob<{ labels: Labels }>([
    "../../../packages/otep/src/labels/*.ts",
    "!../../../packages/otep/src/labels/labels.ts",
  ]);
  const { labels } = await files[`../../../packages/otep/src/labels/${language}.ts`]!();
  return {
    status: (code, base) => translateStatus(labels, code, base),
    reason: (reason) => translateReason(labels, reason),
  };
});
