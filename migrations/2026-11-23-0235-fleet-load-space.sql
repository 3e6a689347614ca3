-- The inside measures of where the goods stand in a vehicle; null: unknown.

alter table vehicle
  add column load_length_mm int check (load_length_mm > 0),
  add column load_width_mm int check (load_width_mm > 0),
  add column load_height_mm int check (load_height_mm > 0);
