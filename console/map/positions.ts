/** "latitude, longitude" in degrees; undefined for anything else. */
export function parsePosition(text: string): { lat: number; lng: number } | undefined {
  const [lat, lng, ...more] = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);
  if (lat === undefined || lng === undefined || more.length > 0) return undefined;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;
}
