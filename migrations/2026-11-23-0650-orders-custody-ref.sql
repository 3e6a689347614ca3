-- Whoever has a parcel is named by one kind of id for each kind of custody. At a warehouse it was the id, a text that somebody
-- had typed, or nothing.

comment on column parcel.custody_ref is
  'Id of the driver, vehicle or warehouse that has it, or the name of the provider; null where that is not known.';

update parcel p set custody_ref = o.current_warehouse_id::text
  from delivery_order o
 where o.business_id = p.business_id and o.id = p.order_id and p.custody = 'warehouse'
   and not exists (select from warehouse w where w.business_id = p.business_id and w.id::text = p.custody_ref);
