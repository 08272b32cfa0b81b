/** Categories of consumers. A bill names its own, so that a household's phone asks for them without the calls about tariffs. */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

export const listTariffCategories = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/tariff/categories',
  summary: 'Categories of consumers that tariffs are made for',
  access: { signedIn: 'an application asks for the category' },
  output: z.object({
    items: z.array(z.object({ code: z.string(), nameEn: z.string(), nameBn: z.string() })),
  }),
});
