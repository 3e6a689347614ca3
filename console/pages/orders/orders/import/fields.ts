/** The values of an order that a column of a file may hold, and which column holds which. Pure. */

export const FIELDS = [
  "ref",
  "type",
  "name",
  "phone",
  "email",
  "line1",
  "line2",
  "city",
  "region",
  "postal_code",
  "country",
  "lat",
  "lng",
  "instructions",
  "scheduled_date",
  "window_start",
  "window_end",
  "parcels",
  "weight_kg",
  "length_cm",
  "width_cm",
  "height_cm",
  "units",
  "service",
  "service_min",
  "priority",
  "customer",
  "skills",
  "proofs",
  "pin",
  "cod",
  "insured_value",
  "delivery_instruction",
  "note",
] as const;

export type Field = (typeof FIELDS)[number];

/** Which field each column of the file holds; null: it is not imported. */
export type Mapping = readonly (Field | null)[];

/** Other words that name a field, in the languages of the console. */
const ALIASES: Record<string, Field> = {
  reference: "ref",
  order: "ref",
  order_number: "ref",
  referencia: "ref",
  pedido: "ref",
  tipo: "type",
  recipient: "name",
  customer_name: "name",
  nome: "name",
  destinatario: "name",
  telephone: "phone",
  mobile: "phone",
  telefone: "phone",
  celular: "phone",
  mail: "email",
  e_mail: "email",
  address: "line1",
  street: "line1",
  address_1: "line1",
  endereco: "line1",
  rua: "line1",
  logradouro: "line1",
  address_2: "line2",
  complemento: "line2",
  town: "city",
  cidade: "city",
  state: "region",
  estado: "region",
  uf: "region",
  zip: "postal_code",
  zip_code: "postal_code",
  postcode: "postal_code",
  cep: "postal_code",
  pais: "country",
  latitude: "lat",
  lon: "lng",
  long: "lng",
  longitude: "lng",
  date: "scheduled_date",
  day: "scheduled_date",
  delivery_date: "scheduled_date",
  data: "scheduled_date",
  data_de_entrega: "scheduled_date",
  from: "window_start",
  start: "window_start",
  window_from: "window_start",
  de: "window_start",
  until: "window_end",
  to: "window_end",
  end: "window_end",
  ate: "window_end",
  quantity: "parcels",
  parcel_count: "parcels",
  volumes: "parcels",
  weight: "weight_kg",
  kg: "weight_kg",
  peso: "weight_kg",
  length: "length_cm",
  width: "width_cm",
  height: "height_cm",
  comprimento: "length_cm",
  largura: "width_cm",
  altura: "height_cm",
  unidades: "units",
  servico: "service",
  prioridade: "priority",
  client: "customer",
  cliente: "customer",
  customer_code: "customer",
  customer_id: "customer",
  habilidades: "skills",
  pod: "proofs",
  proof: "proofs",
  comprovantes: "proofs",
  cash_on_delivery: "cod",
  cobranca: "cod",
  value: "insured_value",
  valor: "insured_value",
  instruction: "delivery_instruction",
  delivery_notes: "delivery_instruction",
  instrucao: "delivery_instruction",
  notes: "note",
  comment: "note",
  nota: "note",
};

/** "Código postal" is `codigo_postal`; of `dropoff.line1` the last part counts. */
export function normalizeHead(head: string): string {
  return (head.split(/[./]/).findLast((part) => !/^\d*$/.test(part)) ?? head)
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .replaceAll(/^_|_$/g, "");
}

const isField = (word: unknown): word is Field => FIELDS.some((field) => field === word);

/** Which field each head names: as chosen before for such a head, else by its words. A field is given once. */
export function guessMapping(
  heads: readonly string[],
  remembered: Readonly<Record<string, string>> = {},
): (Field | null)[] {
  const taken_fields = new Set<Field>();
  return heads.map((head) => {
    const word = normalizeHead(head);
    const remembered_field = remembered[word];
    const field = remembered_field === undefined ? (isField(word) ? word : ALIASES[word]) : remembered_field;
    if (!isField(field) || taken_fields.has(field)) return null;
    taken_fields.add(field);
    return field;
  });
}

/** What is remembered of a mapping: the field of each head, or none. */
export const toRemembered = (heads: readonly string[], mapping: Mapping): Record<string, string> =>
  Object.fromEntries(heads.map((head, index) => [normalizeHead(head), mapping[index] ?? ""]));
