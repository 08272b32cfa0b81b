/** `npm run map`: the domains with their files, lines and endpoints, as figures for a reader of the program. */
import { faces } from '../src/services.ts';
import { endpointsOf } from '../src/shared/endpoint.ts';
import { fileSizes } from './checks/file-sizes.ts';
import { wrongImports } from './checks/import-directions.ts';
import { readSource, sourceFiles } from './source-files.ts';

const rows = faces.map(({ name: domain, contracts }) => {
  const files = sourceFiles(new RegExp(`^src/domains/${domain}/.*\\.tsx?$`));
  const lines = files.reduce((sum, file) => sum + readSource(file).split('\n').length, 0);
  const endpoints = contracts.reduce((sum, contract) => sum + endpointsOf(contract).length, 0);
  return { domain, files: files.length, lines, endpoints };
});
console.table(rows);
const { median, files } = fileSizes();
const { imports } = wrongImports();
console.log(`${files} files, median ${median} lines, ${imports} imports inside src`);
process.exit(0);
