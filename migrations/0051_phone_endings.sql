-- People say the last digits of a phone number at the counter: the search over everything finds consumers by them.
create index consumers_phone_end on consumers.consumers (reverse(ltrim(phone, '+')));
