-- Finding a consumer by a name in either script, and making one consumer of two that are the same person.

-- A name as it sounds, the same from Bengali and from Latin letters: consonants without aspiration, i where it is
-- heard alone, no other vowel. রহিম and Rahim are both " rhim ", চৌধুরী and Chowdhury " cdri ".
create function consumers.sound_key(name text) returns text language plpgsql immutable parallel safe as $$
declare
  t text := lower(normalize(coalesce(name, ''), NFC));
begin
  -- Latin letters. C stands for ch until c has become k.
  t := replace(replace(regexp_replace(t, 'chh?', 'C', 'g'), 'c', 'k'), 'x', 'ks');
  t := regexp_replace(t, '([kgjtdbps])h', '\1', 'g');
  t := translate(t, 'fvzq', 'pbjk');
  t := regexp_replace(t, '([aeiou])h\M', '\1', 'g');
  t := replace(replace(t, 'ph', 'p'), 'ee', 'i');
  t := regexp_replace(t, '[aeo][iy]', '', 'g');
  t := regexp_replace(regexp_replace(t, '\Yy(?=[aeiou])', '', 'g'), 'y', 'i', 'g');
  t := regexp_replace(t, '([a-z])\1', '\1', 'g');
  t := translate(t, 'aeouw', '');
  -- Bengali: মোঃ, letters with a dot below, silent য and ব below another letter, ই inside a word.
  t := regexp_replace(t, 'মো[ঃ:.]', 'md ', 'g');
  t := replace(replace(replace(t, 'ড়', 'র'), 'ঢ়', 'র'), 'য়', '');
  t := translate(replace(t, '্য', ''), E'\u09DC\u09DD\u09DF\u09BC\u200C\u200D', 'রর');
  t := regexp_replace(t, '([^বম])্ব', '\1', 'g');
  t := regexp_replace(t, '([^\s])[ইঈ]', '\1', 'g');
  t := replace(replace(t, 'ৃ', 'ri'), 'ঋ', 'ri');
  t := translate(t, 'কখগঘঙংচছজঝঞটঠডঢণতথৎদধনপফবভমযরলশষসহইঈিী', 'kkggnnCCjjnttddntttddnppbbmjrlssshiiii');
  t := regexp_replace(t, '([a-zC])্\1', '\1', 'g');
  t := regexp_replace(t, 'h(?=[\s.,]|$)', '', 'g');
  t := regexp_replace(translate(t, 'াুূেৈোৌঅআউঊএঐওঔ্ঁঃ', ''), '[^a-zC]+', ' ', 'g');
  t := replace(replace(lower(t), 'ng', 'n'), 'ii', 'i');
  return regexp_replace(' ' || btrim(t) || ' ', ' (mhmd|mhd) ', ' md ', 'g');
end
$$;

-- A LIKE pattern for a searched word: the beginning of a word that sounds so, or the whole word where it is short.
create function consumers.sound_pattern(word text) returns text language sql immutable parallel safe as $$
  select case when length(k) >= 3 then '% ' || k || '%' when length(k) > 0 then '% ' || k || ' %' end
  from (select btrim(consumers.sound_key(word)) as k) heard
$$;

alter table consumers.consumers
  add column status_reason text,
  -- The consumer that this one turned out to be. Facts keep naming the old one; readers ask consumers.known_as.
  add column merged_into uuid constraint consumers_merged_into_fkey references consumers.consumers,
  add column merged_at timestamptz,
  add column sounds text generated always as (
    consumers.sound_key(name) || consumers.sound_key(name_bn)
  ) stored,
  alter column search set expression as (
    platform.search_text(number, name, name_bn, phone, email, nid, address)
  ),
  drop constraint consumers_status_check,
  add constraint consumers_status_check check (status in ('active', 'inactive', 'merged')),
  add constraint consumers_merged_check check (
    (status = 'merged') = (merged_into is not null) and (merged_into is null) = (merged_at is null)
  ),
  add constraint consumers_merged_self_check check (merged_into <> id);
create index consumers_sounds on consumers.consumers using gin (sounds gin_trgm_ops);
create index consumers_merged_into on consumers.consumers (merged_into) where merged_into is not null;
-- Who may be the same person: same number, or born on the same day.
create index consumers_nid on consumers.consumers (nid) where nid is not null;
create index consumers_date_of_birth on consumers.consumers (date_of_birth) where date_of_birth is not null;
-- The register is searched by plot number too, in whatever case it is written.
create index connections_plot_lower on meters.connections (lower(plot_number));

-- Every id under which a consumer is known: the own one and those of duplicates that were merged into it.
create function consumers.known_as(consumer uuid) returns uuid[] language sql stable parallel safe
security definer set search_path = '' as $$
  select array_agg(c.id) from consumers.consumers c where c.id = consumer or c.merged_into = consumer
$$;

-- Whatever is written for a merged consumer belongs to the one it was merged into. Waits for a merge that runs.
create function consumers.follow_merge() returns trigger language plpgsql as $$
begin
  if new.consumer_id is not null then
    new.consumer_id := coalesce(
      (select c.merged_into from consumers.consumers c where c.id = new.consumer_id for share), new.consumer_id
    );
  end if;
  return new;
end
$$;
create trigger follow_merge before insert or update of consumer_id on meters.connections
  for each row execute function consumers.follow_merge();
create trigger follow_merge before insert or update of consumer_id on applications.applications
  for each row execute function consumers.follow_merge();

-- A consumer sees what was billed to them and paid by them under every id of theirs. The list is asked for once
-- a statement, not once a row.
alter policy own_rows on consumers.consumers
  using (id = platform.consumer_id() or merged_into = platform.consumer_id());
alter policy own_rows on billing.invoices
  using (consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[]));
alter policy own_rows on payments.payments
  using (consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[]));

-- What hangs on an invoice or a payment is seen with it: those rows are limited by the policies above.
do $$
declare
  relation text;
begin
  foreach relation in array '{invoice_lines,advance_uses,adjustments}'::text[] loop
    execute format('alter policy own_rows on billing.%I using (exists (
      select from billing.invoices i where i.id = invoice_id))', relation);
  end loop;
  alter policy own_rows on billing.adjustment_lines
    using (exists (select from billing.adjustments a where a.id = adjustment_id));
  foreach relation in array '{allocations,receipts,orders}'::text[] loop
    execute format('alter policy own_rows on payments.%I using (exists (
      select from payments.payments p where p.id = payment_id))', relation);
  end loop;
end
$$;
