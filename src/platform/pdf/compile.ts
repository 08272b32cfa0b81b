/**
 * Writes PDFs with one compiler for the life of its thread or process; fonts are read once. Typst's calls are synchronous, so
 * they must not run in the thread that answers requests.
 */
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { withDrawnCodes } from './codes.ts';
import { BENGALI, LATIN, readFont } from './fonts.ts';
import { withSearchableText } from './searchable-text.ts';

export type PdfOrder = {
  id: number;
  /** Path below the workspace, or the source itself. */
  template: { path: string } | { source: string };
  /** JSON text. */
  data: string;
  assets: Record<string, Uint8Array>;
  tagged: boolean;
};
export type PdfResult = { id: number; pdf: Uint8Array; pages: number } | { id: number; problem: string };

/** Rounds of memoised results that stay: enough for the letterhead, too few to grow. */
const CACHE_AGE = 3;
/** A document so long is not made twice; what was remembered of it would be hundreds of MB. */
const LONG_PAGES = 30;
const FONTS = [...Object.values(LATIN), ...Object.values(BENGALI)];

/** @param workspace folder of the templates: src/ */
export function pdfWriter(workspace: string): (order: PdfOrder) => PdfResult {
  const compiler = NodeCompiler.create({
    workspace,
    fontArgs: [{ fontBlobs: FONTS.map(readFont) }],
  });
  return (order) => writePdf(compiler, workspace, order);
}

function writePdf(compiler: NodeCompiler, workspace: string, order: PdfOrder): PdfResult {
  const { id, template } = order;
  let pages = 0;
  try {
    for (const [name, content] of Object.entries(order.assets)) {
      compiler.mapShadow(join(workspace, 'assets', name), Buffer.from(content));
    }
    const compiled = compiler.compile({
      ...('path' in template
        ? { mainFilePath: join(workspace, template.path) }
        : { mainFileContent: template.source }),
      inputs: { data: withDrawnCodes(order.data) },
      resetRead: true,
    });
    const document = compiled.result;
    if (!document) return { id, problem: problemOf(compiler, compiled) };
    pages = document.numOfPages;
    // Copied into a buffer of its own that can change hands.
    const drawn = compiler.pdf(document, { pdfTags: order.tagged });
    const pdf = Uint8Array.from(withSearchableText(drawn, textsOf(order)));
    return { id, pdf, pages };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    compiler.resetShadow();
    compiler.evictCache(pages > LONG_PAGES ? 0 : CACHE_AGE);
  }
}

const textsOf = ({ template, data }: PdfOrder) => ('source' in template ? template.source : '') + data;

type Diagnostic = { message?: string; path?: string; range?: string; hints?: string[] };

function problemOf(compiler: NodeCompiler, compiled: ReturnType<NodeCompiler['compile']>): string {
  const error = compiled.takeDiagnostics() ?? compiled.takeError();
  const diagnostics = error ? (compiler.fetchDiagnostics(error) as Diagnostic[]) : [];
  const lines = diagnostics.map(({ path, range, message, hints = [] }) =>
    [`${path ?? ''}:${range ?? ''} ${message ?? ''}`.trim(), ...hints.map((hint) => `hint: ${hint}`)].join(
      ' ',
    ),
  );
  return lines.join('\n') || 'the template did not compile';
}
