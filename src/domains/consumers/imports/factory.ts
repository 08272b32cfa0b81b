/** Imports of consumers in tests: through the endpoints, with the job run at once. */
import type { Person, TestApp } from '#test/app.ts';
import { jobs } from '../jobs.ts';
import * as contract from './contract.ts';

export function importing(app: TestApp, clerk: Person) {
  const upload = async (content: Buffer | string, name = 'consumers.csv') => {
    const sent = await app.sendFile(contract.uploadImport, { as: clerk, content, name });
    if (sent.status !== 200) throw new Error(`${sent.status} ${sent.code}`);
    return app.call(contract.getImport, { as: clerk, params: { id: sent.data.id } });
  };
  const work = (importId: string) =>
    jobs(app.platform)['consumers:work-import']?.run({ importId }, {
      signal: new AbortController().signal,
    } as never);
  const found = (id: string) => app.call(contract.getImport, { as: clerk, params: { id } });
  const check = async (id: string, mapping?: object) => {
    const { guess } = await found(id);
    await app.call(contract.checkImport, { as: clerk, params: { id }, body: { ...guess, ...mapping } });
    await work(id);
    return found(id);
  };
  const commit = async (id: string, existing: 'skip' | 'update' = 'skip') => {
    const { version } = await found(id);
    await app.call(contract.commitImport, { as: clerk, params: { id }, body: { version, existing } });
    await work(id);
    return found(id);
  };
  const take = async (csv: string, existing: 'skip' | 'update' = 'skip') => {
    const { id } = await upload(csv);
    await check(id);
    return commit(id, existing);
  };
  const rowsOf = async (id: string) =>
    (await app.call(contract.listImportRows, { as: clerk, params: { id }, query: { limit: 200 } })).items;
  return { upload, work, found, check, commit, take, rowsOf };
}
