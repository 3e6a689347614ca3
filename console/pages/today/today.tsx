export function Today() {
  return null;
}
