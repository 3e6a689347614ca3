/** One customer, found by the service while a name is typed. */
import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../api/client.ts";

const customersQuery = (q: string) =>
  queryOptions({
    queryKey: ["customers", "choices", q],
    queryFn: ({ signal }) => client.clientCustomers({ ...(q ? { q } : {}), per_page: 50 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export function CustomerSelect(props: Omit<SelectProps, "data">) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 250);
  const customers = useQuery(customersQuery(q)).data?.customers ?? [];
  return (
    <Select
      data={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
      searchable
      onSearchChange={setTyped}
      // The service has searched.
      filter={({ options }) => options}
      clearable
      {...props}
    />
  );
}
