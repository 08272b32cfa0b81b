/**
 * Joins PDFs of our own renderer into one, part after part, so that a document of any length is written with the
 * memory of one part. Objects are renumbered; each part's page tree becomes a branch of one root.
 */
import { bytesOf, numberAfter, readParts, writeTable } from './pdf-objects.ts';

/** Object 1 of the joined file is the root of its pages; those of the parts follow. */
const ROOT = 1;
const REFERENCE = /(\d+) 0 R\b/g;

type Part = { objects: Map<number, string>; catalog: number; info: number; pages: number; id: string };

/** Its objects, and which of them begin it. */
function read(bytes: Buffer): Part {
  const { objects, trailer } = readParts(bytes);
  const catalog = numberAfter(trailer, 'Root');
  const pages = numberAfter(objects.get(catalog) ?? '', 'Pages');
  if (!objects.has(pages)) throw new Error('not a PDF of this renderer');
  return {
    ...{ objects, catalog, pages },
    info: numberAfter(trailer, 'Info'),
    id: /\/ID (\[[^\]]*\])/.exec(trailer)?.[1] ?? '',
  };
}

/** An object under its new number; what is in its stream is data and stays. */
function renumbered(object: string, shift: number, change: (dictionary: string) => string): string {
  const stream = /\bstream\r?\n/.exec(object);
  const end = stream ? stream.index : object.length;
  const head = object.slice(0, end).replace(/^(\d+) 0 obj/, (_, number) => `${Number(number) + shift} 0 obj`);
  return change(head) + object.slice(end);
}

/** One document from the pages of all parts, a chunk for each; title and language are those of the first. */
export async function* joinPdfs(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const file: Written = { offsets: [], branches: [], length: 0 };
  for await (const content of parts) yield Buffer.concat([...written(file, read(content))]);
  const pages = file.branches.reduce((sum, { count }) => sum + count, 0);
  const kids = file.branches.map(({ number }) => `${number} 0 R`).join(' ');
  file.offsets[ROOT] = file.length;
  const root = `${ROOT} 0 obj\n<<\n  /Type /Pages\n  /Count ${pages}\n  /Kids [${kids}]\n>>\nendobj\n\n`;
  yield bytesOf(root + ending(file, file.length + root.length));
}

type Written = {
  /** Of each object's first byte. */
  offsets: number[];
  branches: { number: number; count: number }[];
  length: number;
  first?: { catalog: number; info: number; id: string };
};

function* written(file: Written, part: Part): Generator<Buffer> {
  const by = Math.max(ROOT, file.offsets.length - 1);
  const bytes = (text: string) => {
    file.length += text.length;
    return bytesOf(text);
  };
  const refer = (text: string) => text.replace(REFERENCE, (_, number) => `${Number(number) + by} 0 R`);
  const isFirst = !file.first;
  if (isFirst) yield bytes('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n');
  file.first ??= { catalog: part.catalog + by, info: part.info + by, id: part.id };
  for (const [number, object] of part.objects) {
    if (!isFirst && (number === part.catalog || number === part.info)) continue;
    file.offsets[number + by] = file.length;
    if (number === part.pages)
      file.branches.push({ number: number + by, count: numberAfter(object, 'Count') });
    yield bytes(
      renumbered(object, by, (dictionary) => {
        // The title may read like a reference.
        if (number === part.info) return dictionary;
        const text = refer(dictionary);
        if (number === part.catalog) return text.replace(/\/Pages \d+ 0 R/, `/Pages ${ROOT} 0 R`);
        return number === part.pages
          ? text.replace('/Type /Pages', `/Type /Pages\n  /Parent ${ROOT} 0 R`)
          : text;
      }),
    );
  }
}

function ending({ offsets, first }: Written, start: number): string {
  const info = first && Number.isFinite(first.info) ? ` /Info ${first.info} 0 R` : '';
  const id = first?.id ? ` /ID ${first.id}` : '';
  return `${writeTable(offsets)}trailer\n<< /Size ${offsets.length} /Root ${first?.catalog} 0 R${info}${id} >>\nstartxref\n${start}\n%%EOF\n`;
}
