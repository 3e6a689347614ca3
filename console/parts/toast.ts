/** Notifications: what was done, what was not, and why. */
import { notifications } from "@mantine/notifications";
import { ApiError } from "../api/client.ts";
import { text } from "./text.ts";

export function notifySuccess(message: string, title?: string): void {
  notifications.show({ message, title, color: "green", autoClose: 4000 });
}

export function notifyWarning(message: string, title?: string): void {
  notifications.show({ message, title, color: "yellow", autoClose: 9000 });
}

export function notifyFailure(error: unknown, title = text.failed): void {
  const api_error = error instanceof ApiError ? error : undefined;
  const details =
    api_error?.errors.slice(0, 3).map(({ field, message }) => (field ? `${field} ${message}` : message)) ??
    [];
  notifications.show({
    title,
    message: [error instanceof Error ? error.message : String(error), ...details].join(" · "),
    color: "red",
    autoClose: 10_000,
  });
}
