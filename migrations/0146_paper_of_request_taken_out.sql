-- Who brought a paper of an ownership request takes it out again as long as the office has not looked at it: when the papers are
-- checked or the request is returned, those that are there have been looked at.
alter table ownership.documents add column looked_at timestamptz;
update ownership.documents d set looked_at = (select min(t.at) from ownership.timeline t
  where t.request_id = d.request_id and t.action in ('verify', 'return') and t.at >= d.uploaded_at);
