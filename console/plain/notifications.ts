/** Notifications of public pages: in their bundle, imports of `@mantine/notifications` lead here. */
interface Notification {
  title?: string | undefined;
  message: string;
  color?: string;
  autoClose?: number;
}

function show({ title, message, color = "green", autoClose = 4000 }: Notification): void {
  const holder = document.getElementById("notifications");
  const element = document.createElement("div");
  element.className = `plain-notification ${color}`;
  element.textContent = title === undefined ? message : `${title}: ${message}`;
  holder?.append(element);
  setTimeout(() => element.remove(), autoClose);
}

export const notifications = { show };
