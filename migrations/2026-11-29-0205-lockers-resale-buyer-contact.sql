-- How the buyer of a handover is told, as the seller gave it, and the encrypted token of the claim link for those messages.
alter table resale_handover
  add column buyer_contact jsonb,
  add column link_sealed text;
