/** Services that the business defines for its customers. */
import { queryOptions } from "@tanstack/react-query";
import type { ClientServicePreviewInput, Service } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { Service } from "../../../../packages/client/client.gen.ts";
export type ServiceKind = Service["kind"];

export const SERVICES_KEY = ["services"];

/** All services, or those of one kind. */
export const servicesQuery = (kind?: ServiceKind) =>
  queryOptions({
    queryKey: [...SERVICES_KEY, "list", kind ?? null],
    meta: { live: ["customer_service"] },
    queryFn: ({ signal }) =>
      client.clientServices({ per_page: 200, ...(kind === undefined ? {} : { kind }) }, { signal }),
  });

export const serviceQuery = (service_id: number) =>
  queryOptions({
    queryKey: [...SERVICES_KEY, "one", service_id],
    meta: { live: [{ customer_service: service_id }] },
    queryFn: async ({ signal }) => (await client.clientService({ service_id }, { signal })).service,
  });

/** Versions never change. */
export const serviceVersionQuery = (service_id: number, version: number) =>
  queryOptions({
    queryKey: [...SERVICES_KEY, "version", service_id, version],
    queryFn: async ({ signal }) => (await client.clientService({ service_id, version }, { signal })).service,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const previewQuery = (input: ClientServicePreviewInput) =>
  queryOptions({
    queryKey: [...SERVICES_KEY, "preview", input],
    queryFn: ({ signal }) => client.clientServicePreview(input, { signal }),
    // The last preview stays while the next one is checked.
    placeholderData: (last) => last,
    retry: false,
    gcTime: 10_000,
  });
