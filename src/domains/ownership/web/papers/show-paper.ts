/** Opens the file of a paper in another tab. */
import { call } from '#web/calls/call.ts';
import { showError } from '#web/state/toast.ts';
import { openPaper } from '../../contract.ts';

export async function showPaper(documentId: string): Promise<void> {
  try {
    const { url } = await call(openPaper, { query: { documentId } });
    window.open(url, '_blank', 'noopener');
  } catch (error) {
    showError(error);
  }
}
