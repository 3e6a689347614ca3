/** What an address may have where a page expects an id: people type and shorten addresses. Pure. */

/** Whether every parameter that is an id by its name could be one. A page is asked for nothing that cannot exist. */
export const areIds = (params: Readonly<Record<string, string>>): boolean =>
  Object.entries(params).every(
    ([name, value]) =>
      !name.endsWith("_id") || (/^[1-9]\d{0,15}$/.test(value) && Number.isSafeInteger(Number(value))),
  );
