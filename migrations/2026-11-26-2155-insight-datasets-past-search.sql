-- Records are searched as they were at a time, too: each version keeps what text search reads, as the current one does.
alter table dataset_record_past add column search text not null default '';

-- Versions from before this have the text that the service would have built from their cells: each cell, folded, after the
-- mark of its column.
update dataset_record_past p set search = built.search
  from (
    select v.business_id, v.id, v.row_version,
        left(string_agg(
          chr(57344 + (c.value ->> 'n')::int) || trim(regexp_replace(normalize(regexp_replace(normalize(lower(left(
              case jsonb_typeof(v.values -> ('c' || (c.value ->> 'n')))
                when 'object' then v.values -> ('c' || (c.value ->> 'n')) ->> 'text'
                else v.values ->> ('c' || (c.value ->> 'n')) end, 500)), NFKD),
            '[\u0300-\u036f]+', '', 'g'), NFC), '[\ue000-\uf8ff[:cntrl:][:space:]]+', ' ', 'g')),
          '' order by c.ordinality), 8000) || chr(57344) as search
      from dataset_record_past v
      join dataset d on d.business_id = v.business_id and d.id = v.dataset_id
      cross join lateral jsonb_array_elements(d.columns) with ordinality c
     where v.values ? ('c' || (c.value ->> 'n')) and c.value ->> 'type' not in ('geo', 'bool', 'ref')
     group by v.business_id, v.id, v.row_version) built
 where p.business_id = built.business_id and p.id = built.id and p.row_version = built.row_version;

alter table dataset_record_past alter column search drop default;
