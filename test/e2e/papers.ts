/** Small real files to hand in: pictures and PDFs that the server opens and checks. */
import sharp from 'sharp';

export type Paper = { name: string; mimeType: string; buffer: Buffer };

/** A portrait in a frame that is wider than a passport photo: it is cropped on the way. */
export async function portrait(): Promise<Paper> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#cfe3ee"/>
    <circle cx="320" cy="180" r="90" fill="#8a6a55"/><path d="M140 480c0-110 80-180 180-180s180 70 180 180z" fill="#2f6f8f"/></svg>`;
  const buffer = await sharp(Buffer.from(drawing)).jpeg().toBuffer();
  return { name: 'portrait.jpg', mimeType: 'image/jpeg', buffer };
}

/** As wide as an account's signature has to be, and more. */
export async function signature(): Promise<Paper> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="240" viewBox="0 0 320 120"><rect width="320" height="120" fill="#fff"/>
    <path d="M24 78c26-58 46-58 42-12s14 30 30-6 22-22 18 8 22 22 34-4" fill="none" stroke="#1b2a52" stroke-width="4"/></svg>`;
  const buffer = await sharp(Buffer.from(drawing)).png().toBuffer();
  return { name: 'signature.png', mimeType: 'image/png', buffer };
}

/** One page with one line. */
export function letter(line: string): Paper {
  const text = `BT /F1 20 Tf 60 330 Td (${line}) Tj ET`;
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
    body += `${index + 1} 0 obj${object}endobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = body.length;
  const lines = offsets.map((offset) => `${offset} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`;
  body += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
  return { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(body, 'latin1') };
}
