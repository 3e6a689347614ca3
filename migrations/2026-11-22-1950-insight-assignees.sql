-- Who handles an item of the dispatch board; null until somebody was asked to.

alter table attention_item add column assigned_to bigint, add column assigned_by bigint, add column assigned_at timestamptz,
  add check ((assigned_to is null) = (assigned_at is null));
create index attention_item_by_assignee on attention_item (business_id, assigned_to, id desc) where assigned_to is not null and cleared_at is null;
