-- An event belongs to the timeline of a number, and the number to a record of any kind; nothing reads the order.
alter table tracking_event drop column order_id;
