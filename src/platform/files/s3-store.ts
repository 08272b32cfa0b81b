/** Files in an S3-compatible store. Large files travel in parts of 8 MB; an aborted upload leaves no object. */

import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { contentDisposition, FileMissing, type FileStore } from './store.ts';

/** @param options endpoint: of a store that is not Amazon's; such stores name the bucket in the path */
export function s3Store(options: {
  bucket: string;
  region: string;
  endpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
}): FileStore {
  const { accessKeyId, secretAccessKey } = options;
  const client = new S3Client({
    region: options.region,
    credentials: { accessKeyId, secretAccessKey },
    ...(options.endpoint ? { endpoint: options.endpoint, forcePathStyle: true } : {}),
  });
  const at = (key: string) => ({ Bucket: options.bucket, Key: key });

  return {
    async put(key, content, mediaType) {
      const upload = new Upload({
        client,
        params: { ...at(key), Body: content, ContentType: mediaType },
        queueSize: 2,
        partSize: 8 * 1024 * 1024,
      });
      await upload.done();
    },

    async get(key, range) {
      try {
        const answer = await client.send(
          new GetObjectCommand({
            ...at(key),
            ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
          }),
        );
        return answer.Body as Readable;
      } catch (error) {
        throw error instanceof NoSuchKey ? new FileMissing(key) : error;
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    link(to, now, seconds) {
      const command = new GetObjectCommand({
        ...at(to.key),
        ResponseContentType: to.mediaType,
        ResponseContentDisposition: contentDisposition(to.fileName, to.inline),
      });
      return getSignedUrl(client, command, { expiresIn: seconds, signingDate: now });
    },

    async answers(signal) {
      try {
        await client.send(new HeadBucketCommand({ Bucket: options.bucket }), { abortSignal: signal });
        return true;
      } catch (error) {
        // Who may not ask for the bucket itself has had an answer all the same.
        const { httpStatusCode } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
        return httpStatusCode === 403;
      }
    },

    close() {
      client.destroy();
    },
  };
}
