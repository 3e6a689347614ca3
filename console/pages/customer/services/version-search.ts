/** Which version of a service is read; the newest without it. Invalid values are dropped, because people type URLs. */
export const readVersionSearch = ({ version }: Record<string, unknown>): { version?: number } =>
  Number.isSafeInteger(version) && (version as number) > 0 ? { version: version as number } : {};
