/** Errors of the service as the console shows them. */
import { ApiError } from "../api/client.ts";
import { text } from "./text.ts";

interface ShownError {
  /** Member of the request, without the leading slash: `dropoff/line1`; empty when the error is of none. */
  pointer: string;
  /** For the field of the member. */
  message: string;
  /** For a list, where the member is not on screen. */
  full_message: string;
}

export function listErrors(error: unknown): ShownError[] {
  const forWholeForm = (message: string) => [{ pointer: "", message, full_message: message }];
  if (!(error instanceof ApiError)) return forWholeForm(String(error));
  if (error.error_code === "VERSION_CONFLICT") return forWholeForm(text.changed_meanwhile);
  if (error.errors.length === 0) return forWholeForm(error.message);
  return error.errors.map(({ field, message }) => ({
    pointer: field?.replace(/^\//, "") ?? "",
    message: toSentence(message),
    full_message: field ? `${field} ${message}` : toSentence(message),
  }));
}

/** "is required" reads "Is required." */
export function toSentence(message: string): string {
  if (/^must not be empty$/.test(message)) return text.required;
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
