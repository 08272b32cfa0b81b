/** Compresses the built browser side once, as small as it gets: what is served is read from the disk as it is. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json)$/;
/** Below this a compressed file is hardly smaller than the headers of its answer. */
const SMALLEST_BYTES = 512;

/** As small as it gets. */
export const asBrotli = (content: Buffer) =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
const asGzip = (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });

/** Writes `x.js.br` and `x.js.gz` beside each `x.js` of a folder. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      const content = await readFile(file);
      if (content.length < SMALLEST_BYTES) return;
      const [brotli, gzipped] = await Promise.all([asBrotli(content), asGzip(content)]);
      await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
    }),
  );
}
