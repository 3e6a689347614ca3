/** The service's field errors, beside their fields. Fields are JSON Pointers: `dropoff/line1`. */
import { ApiError } from "../api/client.ts";

export function fieldErrors(error: unknown): (field: string) => string | undefined {
  const errors = error instanceof ApiError ? error.errors : [];
  return (field) => {
    const found = errors.find((one) => one.field?.replace(/^\//, "") === field);
    return found === undefined ? undefined : sentence(found.message);
  };
}

/** What no field on screen shows. */
export function otherErrors(error: unknown, shown: readonly string[]): string[] {
  if (!(error instanceof ApiError)) return error ? [String(error)] : [];
  const rest = error.errors.filter(
    ({ field }) => field === undefined || !shown.includes(field.replace(/^\//, "")),
  );
  if (error.errors.length === 0) return [error.message];
  return rest.map(({ field, message }) => (field ? `${field} ${message}` : sentence(message)));
}

/** "is required" reads "Is required." */
export function sentence(message: string): string {
  if (message === "must not be empty") return "Is required.";
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
