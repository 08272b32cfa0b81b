/** Questions about staff accounts. A deleted account has no role, so the join with roles leaves it out. */
import { type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { fileLinks } from '#platform/files/files.ts';
import type { Files } from '#platform/files/receive.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { User } from './contract.ts';

/** As the database holds it: the links are made for each answer. */
export type StoredUser = Omit<User, 'imageLink' | 'signatureLink'> & {
  imageFileId: string | null;
  signatureFileId: string | null;
};

const columns = sql`u.id, u.name, u.email, u.phone, r.code as role, r.name as "roleName", u.status,
  u.status_reason as "statusReason", u.status_at as "statusAt", u.image_file_id as "imageFileId",
  u.signature_file_id as "signatureFileId", u.password_hash is not null as "hasPassword",
  exists (select from identity.second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "twoFactor",
  u.last_login_at as "lastLoginAt", u.created_at as "createdAt", u.version`;
const staff = sql`identity.users u join roles.roles r on r.id = u.role_id and r.code <> 'consumer'`;

type Filter = { search?: string | undefined; status?: string | undefined; role?: string | undefined };

const STATUSES = {
  active: sql`u.status = 'active'`,
  invited: sql`u.status = 'active' and u.password_hash is null`,
  disabled: sql`u.status = 'disabled'`,
};

/** Staff accounts, by words in either script, phone in any digits, role and status. */
export function userList({ search, status, role }: Filter): ListQuery {
  const given = [
    status && status in STATUSES ? STATUSES[status as keyof typeof STATUSES] : sql`true`,
    role ? sql`r.code = ${role}` : sql`true`,
    search
      ? sql`platform.search_text(u.name, u.email, u.phone) like ${containing(toLatinDigits(search).toLowerCase())}`
      : sql`true`,
  ];
  return {
    rows: sql`select ${columns} from ${staff} where ${sql.join(given, sql` and `)}`,
    sorts: {
      name: sql`name collate "bn-x-icu"`,
      role: sql`"roleName" collate "bn-x-icu"`,
      lastLoginAt: sql`"lastLoginAt"`,
      createdAt: sql`"createdAt"`,
    },
    tieBreak: sql`id`,
  };
}

export function listUsers(db: Db | Tx, query: Paging & Filter): Promise<Page<StoredUser>> {
  return listPage(db, query, userList(query));
}

/** One staff account; refuses an unknown id. */
export async function getStoredUser(db: Db | Tx, id: string): Promise<StoredUser> {
  const user = await first<StoredUser>(db, sql`select ${columns} from ${staff} where u.id = ${id}`);
  if (!user) throw fail(commonErrors.not_found);
  return user;
}

/** Screens keep a list open: links to photos are valid as long as a day at work, to signatures for minutes. */
const PHOTO_SECONDS = 86_400;
const SIGNATURE_SECONDS = 300;

/** Accounts with links to their pictures, one question for all of a kind. */
export async function withPictures(
  files: Files,
  db: Db | Tx,
  users: readonly StoredUser[],
  now: Date,
): Promise<User[]> {
  const known = (ids: (string | null)[]) => ids.filter((id) => id !== null);
  const photoIds = known(users.map(({ imageFileId }) => imageFileId));
  const signatureIds = known(users.map(({ signatureFileId }) => signatureFileId));
  const photos = await fileLinks(files, db, photoIds, { now, seconds: PHOTO_SECONDS });
  const signatures = await fileLinks(files, db, signatureIds, { now, seconds: SIGNATURE_SECONDS });
  return users.map(({ imageFileId, signatureFileId, ...user }) => ({
    ...user,
    imageLink: photos.get(imageFileId ?? '') ?? null,
    signatureLink: signatures.get(signatureFileId ?? '') ?? null,
  }));
}

export async function withPicture(files: Files, db: Db | Tx, user: StoredUser, now: Date): Promise<User> {
  const [shown] = await withPictures(files, db, [user], now);
  return shown as User;
}

/** How many people have a role; consumers too. */
export const peopleOf = (roleId: Sql): Sql =>
  sql`(select count(*)::int from identity.users h where h.role_id = ${roleId})`;

type Reach = { email?: string | undefined; phone?: string | undefined; id?: string | undefined };

/** Whether no other account, of staff or of a consumer, signs in with these. */
export function isFree(db: Db | Tx, input: Reach): Promise<{ emailFree: boolean; phoneFree: boolean }> {
  const others = sql`from identity.users where id is distinct from ${input.id ?? null}::uuid`;
  return one(
    db,
    sql`select not exists (select ${others} and lower(email) = lower(${input.email ?? null})) as "emailFree",
      not exists (select ${others} and phone = ${input.phone ?? null}) as "phoneFree"`,
  );
}
