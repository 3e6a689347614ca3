/* Shows the notifications about shipments that a recipient asked for on the tracking page, also while it is closed. */
self.addEventListener("push", (event) => {
  const message = event.data?.json();
  if (message?.type !== "order_notification") return;
  const { title, body, url, tag } = message;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      icon: "/icon.svg",
      data: { url },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/track", self.location.origin);
  // Only pages of the service are opened, whatever a message says.
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});
