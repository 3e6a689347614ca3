/** The values that previews and test messages show. */
import { formatDate } from "./locale.ts";
import type { Values } from "./templates.ts";

export interface SampleFacts {
  base_url: string;
  business: string;
  /** `YYYY-MM-DD`. */
  date: string;
}

/** As long as real ones, so that the number of segments is right. */
export function buildSampleValues({ base_url, business, date }: SampleFacts, language: string): Values {
  const token = `ph_link_${"x".repeat(43)}`;
  return {
    business,
    number: "PH00000000000000",
    reference: "A-1042",
    name: "Maria Silva",
    date: formatDate(date, language),
    time_range: "14:00-16:00",
    time: "14:45",
    warehouse: business,
    stops: "2",
    link: `${base_url}/track/PH00000000000000#link=${token}`,
    stop_link: `${base_url}/track/notifications?business=1&recipient=1&signature=${"x".repeat(43)}`,
  };
}
