/** Formats quantities for people. */

export function kilometres(metres: number): string {
  const km = metres / 1000;
  return `${km < 10 ? km.toFixed(1) : Math.round(km).toLocaleString("en-GB")} km`;
}

export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

export function kilograms(grams: number): string {
  return `${(grams / 1000).toLocaleString("en-GB", { maximumFractionDigits: grams < 10_000 ? 2 : 0 })} kg`;
}

/** Minor units per major unit: 100 for BRL, 1 for JPY. */
export function minorUnits(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return 10 ** (maximumFractionDigits ?? 2);
}

export function money(minor: number | null | undefined, currency: string | undefined): string {
  if (minor === null || minor === undefined || currency === undefined) return "–";
  return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(minor / minorUnits(currency));
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en-GB")} ${n === 1 ? one : many}`;
}
