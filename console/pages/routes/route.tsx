export function Route() {
  return null;
}
