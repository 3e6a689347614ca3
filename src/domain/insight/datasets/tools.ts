/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    get_dataset: {
      use: "Before a search with where.",
      next: ["search_dataset_records"],
      example: { dataset_id: 6 },
    },
    list_dataset_groups: {
      use: "To find group_ids.",
      next: ["search_dataset_records"],
      example: { dataset_id: 6 },
    },
    list_datasets: {
      use: "To find a dataset_id.",
      next: ["get_dataset", "search_dataset_records"],
      example: { q: "doors" },
    },
    search_dataset_records: {
      use: "For records by text, place or values.",
      next: ["get_dataset"],
      example: { dataset_ids: [6], text: "gate 4" },
    },
  },
});
