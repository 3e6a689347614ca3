/** The shape of the rows of drivers. */
/** The columns of the table. */
interface StoredDriver {
  id: number;
  business_id: number;
  account_id: number;
  contractor_id: number | null;
  vehicle_id: number | null;
  name: string;
  phone_e164: string | null;
  email: string;
  languages: string[];
  emergency_contact: { name: string; phone: string } | null;
  skills: string[];
  home_lat: number | null;
  home_lng: number | null;
  instant_deliver: boolean;
  status: "pending" | "active" | "suspended";
  duty: "on" | "break" | "off";
  duty_since: string | null;
  lat: number | null;
  lng: number | null;
  accuracy_m: number | null;
  battery_percent: number | null;
  position_at: string | null;
  version: number;
  created_at: string;
}

/** A driver, with the warehouses of the account. */
export interface DriverRow extends StoredDriver {
  /** Empty for all warehouses. */
  warehouse_ids: number[];
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    driver: StoredDriver;
  }
}
