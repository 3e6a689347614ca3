-- Sellers say how large an item is by its measures, and how long its buyer has to collect it.

alter table resale_handover
  add column width_mm int check (width_mm between 1 and 5000),
  add column height_mm int check (height_mm between 1 and 5000),
  add column depth_mm int check (depth_mm between 1 and 5000),
  -- Null: as the business has set.
  add column collect_days int check (collect_days between 1 and 30),
  add constraint resale_handover_measures check (num_nulls(width_mm, height_mm, depth_mm) in (0, 3));
