/** Words of the printed loading sheet. */
import { UPRIGHT_WORDS } from "#domain/planning/goods-plans/public.ts";

export const words = {
  plan: {
    en: "Loading sheet",
    pt: "Folha de carregamento",
    de: "Ladeplan",
    fr: "Fiche de chargement",
    es: "Hoja de carga",
  },
  number: { en: "Plan", pt: "Plano", de: "Plan", fr: "Plan", es: "Plan" },
  route: { en: "Route", pt: "Rota", de: "Tour", fr: "Tournée", es: "Ruta" },
  space: { en: "Space", pt: "Espaço", de: "Laderaum", fr: "Espace", es: "Espacio" },
  step: { en: "Step", pt: "Passo", de: "Schritt", fr: "Étape", es: "Paso" },
  item: { en: "Item", pt: "Item", de: "Ladegut", fr: "Article", es: "Artículo" },
  pieces: { en: "Pieces", pt: "Peças", de: "Stück", fr: "Pièces", es: "Piezas" },
  stop: { en: "Stop", pt: "Parada", de: "Halt", fr: "Arrêt", es: "Parada" },
  place: {
    en: "From front, left, floor, mm",
    pt: "Da frente, esquerda, piso, mm",
    de: "Von vorn, links, Boden, mm",
    fr: "Depuis l’avant, la gauche, le sol, mm",
    es: "Desde el frente, izquierda, suelo, mm",
  },
  weight: { en: "Weight", pt: "Peso", de: "Gewicht", fr: "Poids", es: "Peso" },
  fill: { en: "Filled", pt: "Ocupado", de: "Gefüllt", fr: "Rempli", es: "Lleno" },
  front: {
    en: "Front axle",
    pt: "Eixo dianteiro",
    de: "Vorderachse",
    fr: "Essieu avant",
    es: "Eje delantero",
  },
  rear: { en: "Rear axle", pt: "Eixo traseiro", de: "Hinterachse", fr: "Essieu arrière", es: "Eje trasero" },
  centre: {
    en: "Centre of gravity from front, left",
    pt: "Centro de gravidade da frente, esquerda",
    de: "Schwerpunkt von vorn, links",
    fr: "Centre de gravité depuis l’avant, la gauche",
    es: "Centro de gravedad desde el frente, izquierda",
  },
  ...UPRIGHT_WORDS,
  height: { en: "", pt: "", de: "", fr: "", es: "" },
} as const;
