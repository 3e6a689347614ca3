/** Words of the printed packing instructions. */
import { UPRIGHT_WORDS } from "#domain/planning/goods-plans/public.ts";

export const words = {
  package: { en: "Package", pt: "Volume", de: "Packstück", fr: "Colis", es: "Bulto" },
  step: { en: "Step", pt: "Passo", de: "Schritt", fr: "Étape", es: "Paso" },
  plan: {
    en: "Packing plan",
    pt: "Plano de embalagem",
    de: "Packplan",
    fr: "Plan d’emballage",
    es: "Plan de embalaje",
  },
  order: { en: "Order", pt: "Pedido", de: "Auftrag", fr: "Commande", es: "Pedido" },
  ...UPRIGHT_WORDS,
  height: {
    en: "height upright",
    pt: "altura na vertical",
    de: "Höhe senkrecht",
    fr: "hauteur verticale",
    es: "alto en vertical",
  },
} as const;
