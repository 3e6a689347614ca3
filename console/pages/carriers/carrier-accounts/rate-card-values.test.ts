import assert from "node:assert/strict";
import { test } from "node:test";
import type { HouseRateCard } from "../../../../packages/client/client.gen.ts";
import {
  addColumn,
  addZone,
  copyService,
  readRateCard,
  removeColumn,
  removeZone,
  writeRateCard,
} from "./rate-card-values.ts";

const CARD: HouseRateCard = {
  fuel_percent: 9.5,
  insurance_percent: 1,
  signature_minor: 250,
  saturday_minor: 900,
  remote_minor: 1201,
  remote_areas: [{ country: "BR", postal_prefix: "69" }],
  services: [
    {
      code: "standard",
      name: "Standard",
      divisor_cm3_per_kg: 5000,
      weight_g_max: 31_500,
      length_mm_max: 2000,
      girth_mm_max: 3600,
      zones: [
        {
          zone: 1,
          delivery_days: 2,
          breaks: [
            { up_to_g: 500, price_minor: 490 },
            { up_to_g: 2000, price_minor: 690 },
          ],
          extra_kg_minor: 80,
        },
        { zone: 5, delivery_days: 5, breaks: [{ up_to_g: 1000, price_minor: 1990 }], extra_kg_minor: 290 },
      ],
    },
  ],
};

test("a card is shown as tables, also where zones have different weight breaks, and saved as it was", () => {
  const values = readRateCard(CARD, "BRL");
  const [service] = values.services;
  assert.deepEqual(service?.up_to_kg, [0.5, 1, 2]);
  assert.deepEqual(
    service?.zones.map(({ prices }) => prices),
    [
      [4.9, "", 6.9],
      ["", 19.9, ""],
    ],
  );
  assert.deepEqual(values.remote_areas, ["BR 69"]);
  assert.deepEqual(writeRateCard(values, "BRL"), CARD);
  assert.deepEqual(writeRateCard(readRateCard(CARD, "JPY"), "JPY"), CARD);
});

test("weight breaks and zones are added and removed with their prices, and saved by rising weight", () => {
  const values = readRateCard(CARD, "BRL");
  const [service] = values.services;
  assert.ok(service !== undefined);
  const wider = addZone(addColumn(service), 3);
  wider.up_to_kg[3] = 0.25;
  for (const zone of wider.zones) zone.prices[3] = 1;
  const [, added] = wider.zones;
  assert.partialDeepStrictEqual(added, { zone: 3, prices: ["", "", "", 1] });
  const saved = writeRateCard({ ...values, services: [removeZone(removeColumn(wider, 0), 5)] }, "BRL");
  assert.deepEqual(
    saved.services[0]?.zones.map(({ zone, breaks }) => [zone, breaks.map(({ up_to_g }) => up_to_g)]),
    [
      [1, [250, 2000]],
      [3, [250]],
    ],
  );
  const copied = copyService(service);
  assert.partialDeepStrictEqual(copied, { code: "", is_new: true, up_to_kg: service.up_to_kg });
  assert.notEqual(copied.key, service.key);
  const odd = writeRateCard({ ...values, remote_areas: ["br 69-0", "nowhere"] }, "BRL").remote_areas;
  assert.deepEqual(odd[0], { country: "BR", postal_prefix: "690" });
});
