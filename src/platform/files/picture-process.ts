/**
 * The process that opens pictures: what strangers send is decoded here and nowhere else. Its memory is limited, it has
 * none of the program's secrets, and who started it ends it when it takes too long (pictures.ts).
 */
import sharp from 'sharp';
import { AppError } from '#shared/errors.ts';
import { cleanPicture } from './image.ts';
import type { PictureOrder, PictureResult } from './picture-orders.ts';

// One picture at a time on one core, and nothing kept of the one before.
sharp.concurrency(1);
sharp.cache(false);

process.on('message', async (told) => {
  process.send?.(await resultOf(told as PictureOrder));
});
// The program is gone. An orderly end would wait for the picture that is being drawn.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C goes to the whole group; the program says when.
process.on('SIGINT', () => undefined);

async function resultOf(order: PictureOrder): Promise<PictureResult> {
  try {
    return { picture: await cleanPicture(order) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.error.code, params: error.params };
    // Sharp says in words only what it does not like.
    return { refused: 'files.unreadable_image', params: {} };
  }
}
