import { nameCode } from "../../../parts/labels.ts";
import { text } from "./text.ts";

/** Such as "Refused (503)". */
export function nameError(error: string | null, status: number | null): string {
  if (error === null) return status === null ? "" : String(status);
  const name = nameCode(text.error, error);
  return status === null ? name : `${name} (${status})`;
}
