import { client } from "../../../api/client.ts";
import type { FindRecords } from "../../../manifest.ts";

export const findCustomers: FindRecords = async (text, { signal }) => {
  const { customers } = await client.clientCustomers({ q: text, per_page: 5 }, { signal });
  return customers.map(({ name, code, email }) => ({
    page: `/customers?q=${encodeURIComponent(code)}`,
    label: name,
    number: code,
    ...(email ? { about: email } : {}),
  }));
};
