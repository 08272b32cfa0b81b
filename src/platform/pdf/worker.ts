/** The thread that writes PDFs that somebody waits for. */
import { parentPort, workerData } from 'node:worker_threads';
import { type PdfOrder, pdfWriter } from './compile.ts';

const { workspace } = workerData as { workspace: string };
const write = pdfWriter(workspace);

parentPort?.on('message', (order: PdfOrder) => {
  const result = write(order);
  const transfer = 'pdf' in result ? [result.pdf.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(result, transfer);
});
