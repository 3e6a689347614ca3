import { queryClient } from "../../../api/queries.ts";
import type { FindRecords } from "../../../manifest.ts";
import { fitsWords } from "../../../parts/find-words.ts";
import { driversQuery } from "./queries.ts";

export const findDrivers: FindRecords = async (text) => {
  const { drivers } = await queryClient.fetchQuery(driversQuery);
  return drivers
    .filter(({ name, phone, vehicle }) => fitsWords(text, name, phone, vehicle?.plate))
    .slice(0, 5)
    .map(({ id, name, vehicle }) => ({
      page: ["driver", id],
      label: name,
      ...(vehicle?.plate ? { number: vehicle.plate } : {}),
    }));
};
