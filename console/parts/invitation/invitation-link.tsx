/** The invitation that is shown, if any. Its dialog is loaded with the first one: most pages invite nobody. */
import { useSyncExternalStore } from "react";
import { lazyPart } from "../lazy-part.tsx";

export interface InvitationLink {
  /** Whom to give it to. */
  email: string;
  link: string;
  expires_at: string;
}

let current_link: InvitationLink | null = null;
const listeners = new Set<() => void>();

export function showLink(next: InvitationLink | null): void {
  current_link = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const Dialog = lazyPart(async () => (await import("./invitation.tsx")).InvitationDialog);

/** Mounted once; the forms that invite close while it opens. */
export function ShownInvitation() {
  const one = useSyncExternalStore(subscribe, () => current_link);
  return one === null ? null : <Dialog one={one} />;
}
