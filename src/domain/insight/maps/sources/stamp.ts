/**
 * What of the state of some rows is compared: it changes whenever a row comes, goes or changes. A sum of versions would not where one row
 * goes while another one comes, and a tile from before would be answered with a place that was hidden since.
 */
export const stampRows = (id: string, version: string): string =>
  `coalesce(bit_xor(hashint8extended(${id}, ${version})), 0)`;
