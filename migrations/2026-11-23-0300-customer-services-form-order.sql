-- The questions of a form are asked in their sequence, and may depend on earlier ones only. jsonb sorts members by length.
alter table customer_service_version alter column definition type json using definition::json;
