/** Notifications of public pages: in their bundle, imports of `@mantine/notifications` lead here. */
interface Notification {
  title?: string | undefined;
  message: string;
  color?: string;
  autoClose?: number;
}

function show({ title, message, color = "green", autoClose = 4000 }: Notification): void {
  const holder = document.getElementById("notifications");
  const shown = document.createElement("div");
  shown.className = `plain-notification ${color}`;
  shown.textContent = title === undefined ? message : `${title}: ${message}`;
  holder?.append(shown);
  setTimeout(() => shown.remove(), autoClose);
}

export const notifications = { show };
