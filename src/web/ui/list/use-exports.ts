/** The `exports` of a list page, from an endpoint made by `exportOf(…)`: all formats, in the screen's language. */
import type { Endpoint } from '#shared/endpoint.ts';
import { EXPORT_FORMATS } from '#shared/exports.ts';
import { usePersisted } from '../../state/persisted.ts';
import { bengaliDigits } from '../../state/preferences.ts';
import { useLanguage } from '../../texts/texts.ts';
import type { Export } from './export-menu.tsx';

/** @param name of the file until the server says it, without extension */
export function useExports(
  endpoint: Endpoint,
  name: string,
  params?: Readonly<Record<string, string>>,
): Export[] {
  const language = useLanguage();
  const digits = usePersisted(bengaliDigits);
  return EXPORT_FORMATS.map((format) => ({
    format: format.toUpperCase(),
    endpoint,
    fileName: `${name}.${format}`,
    query: { format, language, digits },
    ...(params ? { params } : {}),
  }));
}
