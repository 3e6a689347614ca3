export function Platform() {
  return null;
}
