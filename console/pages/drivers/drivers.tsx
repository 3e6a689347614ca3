export function Drivers() {
  return null;
}
