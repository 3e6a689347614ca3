-- Packing plans: the catalogue of packagings, plans, and what was really used.

create table packaging (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  code text not null,
  name text not null,
  category text not null,
  inner_length_mm int not null check (inner_length_mm > 0),
  inner_width_mm int not null check (inner_width_mm > 0),
  inner_height_mm int not null check (inner_height_mm > 0),
  outer_length_mm int not null check (outer_length_mm >= inner_length_mm),
  outer_width_mm int not null check (outer_width_mm >= inner_width_mm),
  outer_height_mm int not null check (outer_height_mm >= inner_height_mm),
  -- Gross, the packaging included; null: any.
  max_weight_g int check (max_weight_g > 0),
  tare_g int not null default 0 check (tare_g >= 0),
  -- Of one, in the currency of the business.
  cost_minor int not null default 0 check (cost_minor >= 0),
  -- How many there are; null: not counted.
  stock int check (stock >= 0),
  -- Where its sizes were published; empty: measured by the business.
  source text not null default '',
  status text not null default 'active' check (status in ('active', 'retired')),
  created_at timestamptz not null,
  version int not null default 1,
  unique (business_id, id),
  unique (business_id, code)
);
create index packaging_by_category on packaging (business_id, category, id);
select enable_tenancy('packaging');

create table packing_plan (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  name text not null,
  state text not null check (state in ('draft', 'queued', 'running', 'solved', 'failed', 'cancelled')),
  -- Whose plan it is; null: of the business.
  customer_id bigint references customer,
  -- The order whose goods are packed; null: free items.
  order_id bigint references delivery_order,
  -- What is packed into what, as it was when the plan was saved.
  contents jsonb not null,
  options jsonb not null,
  seed int not null,
  inputs_hash text not null,
  progress jsonb,
  solution jsonb,
  failure text,
  applied_at timestamptz,
  applied_parcels jsonb,
  created_by bigint,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  version int not null default 1,
  unique (business_id, id)
);
create index packing_plan_by_order on packing_plan (business_id, order_id, id desc) where order_id is not null;
create index packing_plan_by_customer on packing_plan (business_id, customer_id, id desc) where customer_id is not null;
create index packing_plan_by_state on packing_plan (business_id, state, id desc);
select enable_tenancy('packing_plan');

-- What was really used for a package of a plan.
create table packing_actual (
  business_id int not null references business,
  plan_id bigint not null,
  package_no int not null check (package_no > 0),
  packaging_id bigint,
  outer_length_mm int check (outer_length_mm > 0),
  outer_width_mm int check (outer_width_mm > 0),
  outer_height_mm int check (outer_height_mm > 0),
  weight_g int check (weight_g > 0),
  note text not null default '',
  recorded_by bigint,
  recorded_at timestamptz not null,
  primary key (business_id, plan_id, package_no),
  foreign key (business_id, plan_id) references packing_plan (business_id, id),
  foreign key (business_id, packaging_id) references packaging (business_id, id)
);
select enable_tenancy('packing_actual');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
