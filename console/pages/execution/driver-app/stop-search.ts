/** The query of a stop's page: the number of a refused item that is corrected. */
export interface StopSearch {
  corrects?: number;
}

export function readStopSearch({ corrects }: Record<string, unknown>): StopSearch {
  const seq = Number(corrects);
  return Number.isSafeInteger(seq) && seq > 0 ? { corrects: seq } : {};
}
