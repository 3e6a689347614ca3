/** Messages of this browser about one shipment, which a service worker shows. */
import { createLinkClient } from "../../../../api/client.ts";
import { getLanguage } from "../../../../language/language.ts";

/** The browser has one subscription for all shipments; which of them it follows is remembered here. */
const key = (number: string) => `packhorse.push.${number}`;

export type PushState = "unsupported" | "denied" | "off" | "on";

export function readPushState(number: string): PushState {
  // Absent where the browser has none, and on pages without TLS.
  const { PushManager, Notification: permitted } = window as Partial<typeof globalThis>;
  if (!("serviceWorker" in navigator) || PushManager === undefined || permitted === undefined)
    return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && localStorage.getItem(key(number)) !== null ? "on" : "off";
}

/** Asks for permission; false when it is not given. */
export async function startPush(token: string, number: string, public_key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register("/push.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key }));
  const { endpoint = "", keys = {} } = subscription.toJSON();
  await createLinkClient(token).trackingSharedPushAdd({
    endpoint,
    keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" },
    language: getLanguage() as "en",
  });
  localStorage.setItem(key(number), "1");
  return true;
}

export async function stopPush(token: string, number: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/push.js");
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription)
    await createLinkClient(token).trackingSharedPushRemove({ endpoint: subscription.endpoint });
  localStorage.removeItem(key(number));
}
