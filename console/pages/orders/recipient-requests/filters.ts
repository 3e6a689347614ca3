/** The query of the page of requests. */
export interface RequestFilters {
  /** Those that wait when absent. */
  show?: "all";
  order_id?: number;
  page?: number;
}

const parseId = (value: unknown) => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export function readRequestFilters({ show, order_id, page }: Record<string, unknown>): RequestFilters {
  const [of_order, at] = [parseId(order_id), parseId(page)];
  return {
    ...(show === "all" ? { show } : {}),
    ...(of_order === undefined ? {} : { order_id: of_order }),
    ...(at === undefined || at === 1 ? {} : { page: at }),
  };
}
