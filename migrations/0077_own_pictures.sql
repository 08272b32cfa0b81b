-- The utility's own pictures: the logo in the frame, on the login page and on papers, and the icon of the browser's tab. They
-- are small and made again on arrival. They are kept here, because every paper needs one with its data, and because an
-- earlier version of the website settings always names its pictures.
create table settings.pictures (
  id uuid primary key default uuidv7(),
  kind text not null constraint pictures_kind_check check (kind in ('logo', 'favicon')),
  media_type text not null constraint pictures_media_type_check check (media_type in ('image/png', 'image/jpeg')),
  width int not null constraint pictures_width_check check (width between 1 and 480),
  height int not null constraint pictures_height_check check (height between 1 and 160),
  content bytea not null,
  added_by uuid,
  added_at timestamptz not null
);
revoke select on settings.pictures from jolkol_consumer;
