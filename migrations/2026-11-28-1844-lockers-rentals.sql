-- Rentals that a kiosk starts: where they are, who the renter is, what they cost and what of it is paid.

alter table storage_rental
  add column device_id bigint,
  add column compartment_id bigint,
  add column reservation_id bigint,
  -- The kiosk's word for its request: the same request again finds the same rental.
  add column request_id text,
  -- Of a renter without an account, or beside it: name, phone, email, language.
  add column contact jsonb not null default '{}',
  -- What the rental is priced with until it ends; null for rentals that came as events alone.
  add column price_list_id bigint,
  add column surcharges jsonb not null default '[]',
  add column period_h int check (period_h > 0),
  add column booked_periods int not null default 0,
  add column overdue_periods int not null default 0,
  add column paid_minor bigint not null default 0,
  -- Outside of the wallet, by the reference of each: none counts twice.
  add column payments jsonb not null default '[]',
  -- Staff take the bag out: who, why, and where it is then.
  add column removal jsonb,
  -- Staff have its bags between two lockers: it is not overdue meanwhile.
  add column is_relayed boolean not null default false,
  add foreign key (business_id, device_id) references locker_device (business_id, id),
  add foreign key (business_id, compartment_id) references locker_compartment (business_id, id),
  add foreign key (business_id, reservation_id) references locker_reservation (business_id, id),
  add foreign key (business_id, price_list_id) references price_list (business_id, id);
create unique index storage_rental_by_request on storage_rental (business_id, device_id, request_id)
  where request_id is not null;
create index storage_rental_by_time on storage_rental (business_id, booked_from);
