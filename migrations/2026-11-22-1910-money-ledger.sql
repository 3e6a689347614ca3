-- Double-entry ledger of what customers have paid and owe. Credits are positive, debits negative.

create table ledger_account (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  -- Of a customer: wallet (what it can spend), held (reserved for purchases under way), settlement (charges of families
  -- with hidden prices, paid outside). Of the business: payments (money received), revenue, adjustments.
  kind text not null check (kind in ('wallet', 'held', 'settlement', 'payments', 'revenue', 'adjustments')),
  customer_id bigint references customer,
  currency text not null,
  -- The sum of its entries, for the accounts of customers. Those of the business are not kept: each transaction
  -- would wait for the same row.
  balance_minor bigint,
  unique (business_id, id),
  unique nulls not distinct (business_id, customer_id, currency, kind),
  check ((customer_id is null) = (kind in ('payments', 'revenue', 'adjustments'))),
  check ((customer_id is null) = (balance_minor is null)),
  check (kind <> 'held' or balance_minor >= 0)
);
select enable_tenancy('ledger_account');

create table ledger_transaction (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint not null references customer,
  kind text not null check (kind in
    ('topup', 'hold', 'capture', 'release', 'charge', 'refund', 'adjustment', 'fee', 'settlement', 'payout')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The order family whose price it is; null where it is none's.
  family text,
  subject_type text,
  subject_id bigint,
  -- Of a payment: what the bank or the till calls it.
  reference text,
  method text,
  note text not null default '',
  created_by bigint references account,
  created_at timestamptz not null,
  unique (business_id, id),
  check ((subject_type is null) = (subject_id is null))
);
create index ledger_transaction_by_customer on ledger_transaction (business_id, customer_id, id desc);
create index ledger_transaction_by_subject on ledger_transaction (business_id, subject_type, subject_id)
  where subject_id is not null;
-- The same bank transfer is not booked twice.
create unique index ledger_transaction_reference on ledger_transaction (business_id, kind, method, reference)
  where reference is not null;
select enable_tenancy('ledger_transaction');

create table ledger_entry (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  transaction_id bigint not null,
  account_id bigint not null,
  amount_minor bigint not null check (amount_minor <> 0),
  -- Of the account after this entry, for the accounts of customers.
  balance_after_minor bigint,
  foreign key (business_id, transaction_id) references ledger_transaction (business_id, id),
  foreign key (business_id, account_id) references ledger_account (business_id, id)
);
create index ledger_entry_by_account on ledger_entry (business_id, account_id, id desc);
create index ledger_entry_by_transaction on ledger_entry (business_id, transaction_id);
select enable_tenancy('ledger_entry');

-- Nothing that was booked changes: a mistake is corrected by another transaction.
revoke update, delete on ledger_transaction, ledger_entry from packhorse_service, packhorse_system;

create function check_ledger_transaction() returns trigger language plpgsql as $$
begin
  if (select sum(amount_minor) from ledger_entry
       where business_id = new.business_id and transaction_id = new.transaction_id) <> 0 then
    raise exception 'The entries of ledger transaction % do not add up to zero.', new.transaction_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_is_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function check_ledger_transaction();

create table ledger_hold (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint not null references customer,
  -- The account that pays: settlement where the prices of the family were hidden when it was made.
  paid_from text not null check (paid_from in ('wallet', 'settlement')),
  currency text not null,
  family text not null,
  subject_type text not null,
  subject_id bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  captured_minor bigint not null default 0,
  state text not null default 'held' check (state in ('held', 'captured', 'released')),
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (business_id, id),
  check ((state = 'held') = (ended_at is null)),
  check (captured_minor between 0 and amount_minor)
);
-- One purchase holds money once.
create unique index one_hold_per_subject on ledger_hold (business_id, subject_type, subject_id) where state = 'held';
create index ledger_hold_by_customer on ledger_hold (business_id, customer_id, id) where state = 'held';
select enable_tenancy('ledger_hold');

-- What a statement is about: the document of it has versions while the month is under way.
create table ledger_statement (
  id bigint generated always as identity primary key,
  business_id int not null references business,
  customer_id bigint not null references customer,
  account text not null check (account in ('wallet', 'settlement')),
  -- YYYY-MM in the business's time zone.
  month text not null,
  -- The customer's copy leaves out the amounts that are hidden from it.
  for_customer boolean not null,
  unique (business_id, id),
  unique (business_id, customer_id, account, month, for_customer)
);
select enable_tenancy('ledger_statement');

grant usage, select on all sequences in schema public to packhorse_service, packhorse_system;
