/** Papers of the applications: drawn, marked as specimens, and received like every upload. */
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { DOCUMENT_KINDS, type DocumentKind } from '#domains/applications/documents.rules.ts';
import type { Db } from '#platform/database/db.ts';
import { type Files, receiveFile, type StoredFile } from '#platform/files/receive.ts';

export type Papers = [DocumentKind, StoredFile][];

const TITLES: Partial<Record<DocumentKind, string>> = {
  Applicant_nid_front: 'National identity card, front side',
  Applicant_nid_back: 'National identity card, back side',
  allotment_letter: 'Letter of allotment',
  Owner_nid_front: 'National identity card of the owner, front side',
  Owner_nid_back: 'National identity card of the owner, back side',
  power_of_attorney: 'Power of attorney',
  mutation_paper: 'Mutation paper',
  deed_paper: 'Deed',
  Other_documents: 'Letter of no objection, on paper',
};

const PORTRAIT = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#cfe3ee"/>
  <circle cx="200" cy="155" r="72" fill="#8a6a55"/><path d="M60 400c0-96 62-150 140-150s140 54 140 150z" fill="#2f6f8f"/></svg>`;
const SIGNATURE = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120"><rect width="320" height="120" fill="#fff"/>
  <path d="M24 78c26-58 46-58 42-12s14 30 30-6 22-22 18 8 22 22 34-4 26-14 24 4 30 12 48-8 40-8 62-2" fill="none" stroke="#1b2a52" stroke-width="4"/></svg>`;

const PIT = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#a58d6f"/>
  <path d="M0 330h640v150H0z" fill="#7c6a55"/><path d="M70 250h500" stroke="#3b4a57" stroke-width="22"/></svg>`;
const SKETCH = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#fff"/>
  <path d="M40 90h560M40 150h560" stroke="#222" stroke-width="3"/><path d="M300 120v190h120" fill="none" stroke="#2f6f8f" stroke-width="6"/>
  <rect x="300" y="300" width="240" height="140" fill="none" stroke="#222" stroke-width="4"/><circle cx="420" cy="310" r="16" fill="#2f6f8f"/></svg>`;
const METER = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#8f8578"/>
  <path d="M40 260h560" stroke="#4a565f" stroke-width="34"/><circle cx="320" cy="240" r="120" fill="#2f6f8f"/>
  <rect x="250" y="212" width="140" height="44" fill="#f4f4ee"/></svg>`;
/** Photos of the steps: several of one application have names of their own. */
const PHOTOS: Partial<Record<DocumentKind, string>> = { survey_file: PIT, new_meter_doc: METER };

type Wanted = {
  kinds: readonly DocumentKind[];
  /** A drawing beside the photo of the survey. */
  sketch: boolean;
  ownerOf: (kind: DocumentKind) => string | null;
};

/** The photo of a pit, for who shows what was dug. */
export const photoOfPit = (): Promise<Buffer> => sharp(Buffer.from(PIT)).png().toBuffer();

/** One set for each plan, in their order. */
export async function receivePapers(files: Files, db: Db, wanted: readonly Wanted[]): Promise<Papers[]> {
  const [portrait, signature] = await Promise.all(
    [PORTRAIT, SIGNATURE].map((picture) => sharp(Buffer.from(picture)).png().toBuffer()),
  );
  const photos = new Map<string, Buffer>();
  for (const [kind, picture] of Object.entries(PHOTOS))
    photos.set(kind, await sharp(Buffer.from(picture)).png().toBuffer());
  const sets: Papers[] = [];
  const drawing = await sharp(Buffer.from(SKETCH)).png().toBuffer();
  for (const { kinds, sketch, ownerOf } of wanted) {
    const papers = kinds.map(async (kind): Promise<Papers[number]> => {
      const photo = photos.get(kind);
      const isPicture = DOCUMENT_KINDS[kind].accepts === 'image' || photo !== undefined;
      const picture = photo ?? (kind === 'signature' ? signature : portrait);
      const content = isPicture && picture ? picture : specimen(TITLES[kind] ?? kind);
      const file = await receiveFile(files, db, Readable.from([content]), {
        kind: isPicture && !photo ? 'image' : 'attachment',
        name: `${kind}.${isPicture ? 'png' : 'pdf'}`,
        ownerId: ownerOf(kind),
      });
      return [kind, file];
    });
    if (sketch)
      papers.push(
        receiveFile(files, db, Readable.from([drawing]), {
          kind: 'attachment',
          name: 'sketch.png',
          ownerId: ownerOf('survey_file'),
        }).then((file) => ['survey_file', file]),
      );
    sets.push(await Promise.all(papers));
  }
  return sets;
}

/** A PDF that says what it stands for. */
export const specimenStream = (title: string): Readable => Readable.from([specimen(title)]);

/** The smallest PDF that says what it stands for. */
function specimen(title: string): Buffer {
  const text = `BT /F1 22 Tf 60 330 Td (${title}) Tj 0 -40 Td /F1 14 Tf (Specimen of the demo town) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 420]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)].join('\n');
  const end = `xref\n0 ${objects.length + 1}\n${table}\ntrailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\n`;
  return Buffer.from(`${body}${end}startxref\n${body.length}\n%%EOF\n`, 'latin1');
}
