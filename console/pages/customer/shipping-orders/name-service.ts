import type { ServiceSummary } from "../../../../packages/client/client.gen.ts";
import { money } from "../../../parts/format.ts";
import { text } from "./text.ts";

/** With what it costs at least, where that is known. */
export const nameService = ({ name, from_minor, currency }: ServiceSummary): string =>
  typeof from_minor === "number"
    ? `${name} · ${text.services.from({ amount: money(from_minor, currency) })}`
    : name;
