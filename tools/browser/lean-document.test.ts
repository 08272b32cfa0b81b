import { expect, test } from 'vitest';
import { readSource } from '../source-files.ts';
import { lean } from './lean-document.ts';

test('the document of a build has no comments, and its scripts are still scripts', () => {
  const html = readSource('index.html');
  const built = lean(html);
  expect(built).not.toMatch(/<!--|^\s*\/\/|^\s/m);
  const scripts = (text: string) =>
    [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code);
  expect(scripts(built)).toHaveLength(scripts(html).length);
  for (const code of scripts(built)) expect(() => new Function(code)).not.toThrow();
});
