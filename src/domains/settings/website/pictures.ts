/** The utility's own pictures: sent, looked up for browsers, and beside the name on papers. */
import { Readable } from 'node:stream';
import { type Db, execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { receiveOnePicture } from '#platform/files/one-upload.ts';
import type { Files } from '#platform/files/receive.ts';
import { sendDownload } from '#platform/http/download.ts';
import { goneOf } from '#platform/http/hung-up.ts';
import type { SpecialContext } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { PICTURE_KINDS, PICTURE_SIZES, type PictureKind, type Website } from './contract.ts';

type Stored = { media_type: string; content: Buffer };

/** Ids that an entry's value names, as SQL. */
const named = (value: string) => sql`(${sql.ref(value)} ->> 'logo', ${sql.ref(value)} ->> 'favicon')`;

/** Keeps a picture that was sent. One that no version of the settings names within a week goes with a later one. */
export async function keepPicture(
  files: Files,
  { database: { db }, actor, request, reply }: SpecialContext,
  kind: PictureKind,
): Promise<{ id: string; width: number; height: number }> {
  const size = PICTURE_SIZES[kind];
  const picture = await receiveOnePicture(files, request, {
    ...(kind === 'favicon' ? { required: size } : { within: size }),
    ownerId: actor.userId,
    signal: goneOf(reply),
  });
  const { mediaType, width, height, content } = picture;
  await execute(
    db,
    sql`delete from settings.pictures p where p.added_at < ${actor.now}::timestamptz - interval '7 days'
      and not exists (select from settings.entry_versions v where v.key = 'website' and p.id::text in ${named('v.value')})`,
  );
  const { id } = await one<{ id: string }>(
    db,
    sql`insert into settings.pictures (kind, media_type, width, height, content, added_by, added_at)
      values (${kind}, ${mediaType}, ${width}, ${height}, ${content}, ${actor.userId}::uuid, ${actor.now}) returning id`,
  );
  return { id, width, height };
}

/** Refuses pictures that were not sent, or for the other place. They are held until the settings name them. */
export async function requirePictures(tx: Tx, website: Website): Promise<void> {
  for (const kind of PICTURE_KINDS) {
    const id = website[kind];
    if (id === null) continue;
    const found = await first(
      tx,
      sql`select from settings.pictures where id = ${id} and kind = ${kind} for key share`,
    );
    const { code } = errors.picture_unknown;
    if (!found) throw fail(errors.picture_unknown, {}, [{ path: `website.${kind}`, code }]);
  }
}

/** Sends one that is in force; any other is nobody's to see. */
export async function sendPicture({ database: { db }, reply }: SpecialContext, id: string): Promise<void> {
  const found = await first<Stored & { kind: string }>(
    db,
    sql`select p.kind, p.media_type, p.content from settings.pictures p join settings.entries e on e.key = 'website'
      where p.id = ${id} and p.id::text in ${named('e.value')}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  sendDownload(reply, {
    stream: Readable.from([found.content]),
    mediaType: found.media_type,
    fileName: `${found.kind}.${extensionOf(found)}`,
    bytes: found.content.length,
    inline: true,
    isPublic: true,
  });
}

const extensionOf = ({ media_type }: Stored) => (media_type === 'image/png' ? 'png' : 'jpg');

export type PictureSize = { id: string; width: number; height: number };

/** Of both that are in force, what a browser has to know before it has them. */
export async function pictureSizes(db: Db | Tx): Promise<Record<PictureKind, PictureSize | null>> {
  const { logo, favicon } = await one<Record<PictureKind, PictureSize | null>>(
    db,
    sql`select ${sql.join(
      PICTURE_KINDS.map(
        (kind) => sql`(select jsonb_build_object('id', p.id, 'width', p.width, 'height', p.height)
          from settings.entries e join settings.pictures p on p.id::text = e.value ->> ${sql.lit(kind)}
          where e.key = 'website') as ${sql.ref(kind)}`,
      ),
    )}`,
  );
  return { logo, favicon };
}

/** For renderPdf: the data with the logo's name in its letterhead, and the picture. */
export async function withLogo<D extends { head: object }>(
  db: Db | Tx,
  data: D,
): Promise<{ data: D; assets: Record<string, Uint8Array> }> {
  const found = await first<Stored>(
    db,
    sql`select p.media_type, p.content from settings.entries e
      join settings.pictures p on p.id::text = e.value ->> 'logo' where e.key = 'website'`,
  );
  if (!found) return { data, assets: {} };
  const logo = `logo.${extensionOf(found)}`;
  return { data: { ...data, head: { ...data.head, logo } }, assets: { [logo]: found.content } };
}
