export function Driver() {
  return null;
}
