/** Templates of new customers. */
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

export const templatesQuery = queryOptions({
  queryKey: ["customer-templates"],
  meta: { live: ["customer_template"] },
  queryFn: ({ signal }) => client.clientCustomerTemplates({ per_page: 200 }, { signal }),
});
