-- Who asks for a change of owner from their own account has no longer agreed by that: a session may be stolen. Both owners agree by the
-- code that their phone gets, or by the office. Of requests that still wait for a consent, those given by asking end; their owner has a
-- code sent from the page of the request. Consents of changes that are further are seen by who checks the papers, and stay.
update ownership.requests r set present_agreed = r.present_agreed and c.side <> 'PRESENT', new_agreed = r.new_agreed and c.side <> 'NEW',
    version = r.version + 1
  from ownership.consents c where c.request_id = r.id and c.given_as = 'ASKED' and r.state in ('REQUESTED', 'RECORRECTION');
update ownership.consents c set given_as = null, given_at = null, given_by = null, given_by_name = null
  from ownership.requests r where r.id = c.request_id and c.given_as = 'ASKED' and r.state in ('REQUESTED', 'RECORRECTION');
