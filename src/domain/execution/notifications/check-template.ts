/** What is wrong with a template: variables that do not exist, or members that its channel has not. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Channel, NotificationEvent } from "./rules.ts";
import { findUnknownVariables, type Template } from "./templates.ts";

export function findTemplateFaults(
  { subject, body }: Template,
  event: NotificationEvent,
  channel: Channel,
): RefusalDetail[] {
  const faults: RefusalDetail[] = Object.entries({ subject, body }).flatMap(([field, text]) =>
    findUnknownVariables(text, event, channel).map(({ name, nearest }) => ({
      field,
      message: `has no variable {${name.slice(0, 40)}} here; did you mean ${nearest.map((one) => `{${one}}`).join(", ")}?`,
    })),
  );
  if (body.trim() === "") faults.push({ field: "body", message: "is empty" });
  if (channel === "sms" && subject !== "")
    faults.push({ field: "subject", message: "is empty for a text message" });
  if (channel !== "sms" && subject.trim() === "") faults.push({ field: "subject", message: "is empty" });
  return faults;
}
