import { queryClient } from "../../../api/queries.ts";
import type { FindRecords } from "../../../manifest.ts";
import { fitsWords } from "../../../parts/find-words.ts";
import { contractorsQuery } from "./queries.ts";

export const findContractors: FindRecords = async (text) => {
  const { contractors } = await queryClient.fetchQuery(contractorsQuery);
  return contractors
    .filter(({ name, people }) => fitsWords(text, name, ...people.map((person) => person.name)))
    .slice(0, 5)
    .map(({ id, name, people }) => ({
      page: ["contractor", id],
      label: name,
      about: people.map((person) => person.name).join(", "),
    }));
};
