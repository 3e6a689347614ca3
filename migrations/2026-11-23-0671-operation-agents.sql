-- Which tool was called, and what the program calls itself: what agents did and tried is on record.
alter table audit add column tool text;
alter table audit add column client text;
