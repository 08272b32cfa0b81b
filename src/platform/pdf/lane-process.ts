/** The process that writes documents of a long job (lane.ts). It has none of the program's secrets. */
import { type PdfOrder, pdfWriter } from './compile.ts';
import { WORKSPACE } from './order.ts';

const write = pdfWriter(WORKSPACE);

process.on('message', (order) => process.send?.(write(order as PdfOrder)));
// The program is gone. An orderly end would wait for the document that is being written.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C goes to the whole group; the program says when.
process.on('SIGINT', () => undefined);
