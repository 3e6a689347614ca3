/** Messages of the refusals of warehouses. */
export const messages = {
  unknown_warehouse: { en: "There is no such warehouse." },
  unknown_zone: { en: "There is no such zone." },
  unknown_bin: { en: "There is no such bin." },
  code_taken: { en: "The code is taken." },
  no_position: { en: "The warehouse needs coordinates: routes start there." },
  warehouse_closed: { en: "The warehouse is closed." },
  zone_closed: { en: "The zone is closed." },
  is_depot: {
    en: "The warehouse is the depot of the business: make another one the depot first, or remove the depot in the settings.",
  },
  in_use: {
    en: "The warehouse is in use. Open orders that start there: {open_orders}; orders whose goods are there: {goods}; open routes: {open_routes}; lines of stock: {stock}.",
  },
  bin_in_use: { en: "The bin is not empty: it has {stock} lines of stock. Move or adjust them first." },
  zone_in_use: {
    en: "The zone is not empty: its bins have {stock} lines of stock. Move or adjust them first.",
  },
  bin_closed: { en: "The bin is closed." },
} as const;
