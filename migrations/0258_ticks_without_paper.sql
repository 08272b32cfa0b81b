-- A desk could tick a paper that nobody has handed in. A tick that no decision keeps is taken back, and the desk is asked again. What was kept
-- with a decision stays as it was.
delete from applications.noc_checks k using applications.desk_checks c
where c.id = k.item_id and k.remark_id is null and k.answer = 'CHECKED' and c.document_kind is not null
  and not exists (select from applications.documents p
    where p.application_id = k.application_id and p.kind = c.document_kind and p.state <> 'REPLACED');
