-- Operations of one action or of one kind of person are found without reading the whole log of a business.
create index locker_operation_by_action on locker_operation (business_id, action, occurred_at desc, id desc);
create index locker_operation_by_actor_type on locker_operation (business_id, actor_type, occurred_at desc, id desc);
