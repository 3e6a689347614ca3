import { queryClient } from "../../../api/queries.ts";
import type { FindRecords } from "../../../manifest.ts";
import { fitsWords } from "../../../parts/find-words.ts";
import { vehiclesQuery } from "./queries.ts";

export const findVehicles: FindRecords = async (text) => {
  const { vehicles } = await queryClient.fetchQuery(vehiclesQuery);
  return vehicles
    .filter(({ plate, name, type }) => fitsWords(text, plate, name, type))
    .slice(0, 5)
    .map(({ plate, name }) => ({
      page: `/vehicles?group=all&q=${encodeURIComponent(plate)}`,
      label: name || plate,
      number: plate,
    }));
};
