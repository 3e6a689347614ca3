-- The photo of a product, which buyers see before they pay.

alter table shop_product
  add column photo_file_id bigint,
  add foreign key (business_id, photo_file_id) references file (business_id, id);
