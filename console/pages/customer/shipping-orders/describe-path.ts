/** Names a member of an order's request as the form calls it: `packages/0/weight_g` is "Package 1: weight". */
import type { ServiceConfig } from "../../../../packages/client/client.gen.ts";
import { text as part_text } from "../../../parts/text.ts";
import { text as service_text } from "../services/text.ts";
import { text } from "./text.ts";

const { hasOwn } = Object;

export function describePath(config: ServiceConfig, path: string): string {
  const [member = "", first = "", second = "", third = ""] = path.split(".");
  const words = service_text.form;
  if (member === "packages") {
    const key = second === "weight_g" ? "weight" : second;
    const part = hasOwn(words, key) ? String(words[key as keyof typeof words]) : "";
    const name = first === "" ? words.packages : words.package({ n: Number(first) + 1 });
    return part === "" ? name : text.in({ whole: name, part: part.toLowerCase() });
  }
  if (member === "form") {
    const field = config.form_fields.properties[first];
    const name = field?.title ?? first;
    if (field?.type !== "array" || second === "") return name;
    const part = field.items?.properties[third]?.title;
    const entry = part_text.answers.entry({ name, n: Number(second) + 1 });
    return part === undefined ? entry : text.in({ whole: entry, part });
  }
  const names: Record<string, string> = {
    pickup: words.pickup,
    dropoff: words.dropoff,
    stored_package_ids: words.packages,
    warehouse_id: words.which_warehouse,
    scheduled_date: words.pickup_date,
    pickup_timeframe: words.timeframe,
    supplies: words.extras,
    surcharges: words.extras,
  };
  return names[member] ?? path;
}
