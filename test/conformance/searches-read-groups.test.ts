/** A number that was typed in groups, as it is read aloud, is found by every list and every search. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { label, registry } from './registry.ts';

const searches = registry.filter(({ endpoint }) => 'search' in (endpoint.query as z.ZodObject).shape);

test.each(searches.map((found) => [label(found), found.endpoint] as const))(
  '%s joins the groups',
  (_label, endpoint) => {
    const { search } = (endpoint.query as z.ZodObject).shape as { search: z.ZodType };
    expect(
      ['9300 0000 033', '২০০০-০০০৪-২৪', '01712-345 678', 'S-1 P-2'].map((text) => search.parse(text)),
    ).toEqual(['93000000033', '2000000424', '01712345678', 'S-1 P-2']);
  },
);
