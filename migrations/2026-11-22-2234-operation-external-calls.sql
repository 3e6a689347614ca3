-- One word for services, companies and facts that are not ours: external.
alter table outside_call rename to external_call;
alter table external_call rename constraint outside_call_pkey to external_call_pkey;
alter table external_call rename constraint outside_call_state_check to external_call_state_check;
alter index outside_call_due rename to external_call_due;
alter sequence if exists outside_call_id_seq rename to external_call_id_seq;

update attention_item set kind = 'external_fact_conflict' where kind = 'outside_fact';
update attention_rule set kind = 'external_fact_conflict' where kind = 'outside_fact';

-- Things due are named after what their handler does.
update due set kind = 'dispatch.re-evaluate' where kind = 'dispatch.look-again';
