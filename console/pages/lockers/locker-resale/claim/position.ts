/** Where the phone is, asked for when a door is to be opened. */
import { text } from "./text.ts";

const WAIT_MS = 15_000;

export interface PhonePosition {
  lat: number;
  lng: number;
  accuracy_m: number;
  at: string;
}

export function readPosition(): Promise<PhonePosition> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        resolve({
          lat: coords.latitude,
          lng: coords.longitude,
          accuracy_m: coords.accuracy,
          at: new Date(timestamp).toISOString(),
        }),
      () => reject(new Error(text.no_position)),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 0 },
    );
  });
}
