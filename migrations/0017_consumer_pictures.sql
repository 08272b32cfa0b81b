-- The photo of a consumer is the photo of their account (identity.users.image_file_id): one place, not two.
alter table consumers.consumers drop column image_file_id;
-- Files are never deleted as rows, so a name of one always leads somewhere.
alter table identity.users
  add constraint users_image_file_id_fkey foreign key (image_file_id) references platform.files,
  add constraint users_signature_file_id_fkey foreign key (signature_file_id) references platform.files;
