-- Agents make few of the entries of a business: what they did, what one token did and what one tool did is read by an
-- index and not searched among all reads of the console.
create index audit_of_agents on audit (business_id, at desc, id desc) where surface = 'mcp';
create index audit_by_token_time on audit (business_id, token_id, at desc, id desc) where token_id is not null;
create index audit_by_tool_time on audit (business_id, tool, at desc, id desc) where tool is not null;
