/** Words of the printed packing instructions. */
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
  length: {
    en: "length upright",
    pt: "comprimento na vertical",
    de: "Länge senkrecht",
    fr: "longueur verticale",
    es: "largo en vertical",
  },
  width: {
    en: "width upright",
    pt: "largura na vertical",
    de: "Breite senkrecht",
    fr: "largeur verticale",
    es: "ancho en vertical",
  },
  height: {
    en: "height upright",
    pt: "altura na vertical",
    de: "Höhe senkrecht",
    fr: "hauteur verticale",
    es: "alto en vertical",
  },
} as const;
