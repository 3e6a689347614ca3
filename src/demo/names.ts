/** Invented people and streets, the same for the same seed text. */
import { hash } from "node:crypto";

const FIRST_NAMES = [
  "Alice",
  "Bernardo",
  "Clara",
  "Diego",
  "Elisa",
  "Felipe",
  "Gabriela",
  "Heitor",
  "Isabela",
  "Jonas",
  "Karina",
  "Lucas",
  "Marina",
  "Nicolas",
  "Olívia",
  "Paulo",
  "Renata",
  "Samuel",
  "Teresa",
  "Vitor",
];
const FAMILY = [
  "Almeida",
  "Barbosa",
  "Cardoso",
  "Dias",
  "Esteves",
  "Ferreira",
  "Gomes",
  "Hipólito",
  "Jardim",
  "Lopes",
  "Martins",
  "Neves",
  "Oliveira",
  "Pinto",
  "Queiroz",
  "Ramos",
  "Santana",
  "Teixeira",
  "Vieira",
  "Xavier",
];

function hashSeed(seed: string): Buffer {
  return hash("sha256", seed, "buffer");
}

export function pickPerson(seed: string): { name: string; phone: string } {
  const bytes = hashSeed(`person ${seed}`);
  const pick = (list: string[], at: number) => list[(bytes[at] as number) % list.length] as string;
  const digits = String(bytes.readUInt32BE(4) % 100_000_000).padStart(8, "0");
  return {
    name: `${pick(FIRST_NAMES, 0)} ${pick(FAMILY, 1)}`,
    phone: `+55 61 9${digits.slice(0, 4)}-${digits.slice(4)}`,
  };
}

export function pickStreet(seed: string): { line1: string; postal_code: string } {
  const bytes = hashSeed(`street ${seed}`);
  const block = ((bytes[0] as number) % 16) + 1;
  const house = (bytes.readUInt16BE(2) % 180) + 1;
  const postal = 70_000 + (bytes.readUInt16BE(4) % 3600);
  return {
    line1: `Quadra ${block}, Casa ${house}`,
    postal_code: `${postal}-${String(bytes.readUInt16BE(6) % 1000).padStart(3, "0")}`,
  };
}
