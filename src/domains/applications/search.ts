/** Applications and demand notes in the search over everything. */
import { onPlot, places } from '#domains/settings/plots.ts';
import { sql } from '#platform/database/db.ts';
import { hit, is, isIdentity, numbered, type SearchSource, worded } from '#platform/search-sources.ts';
import { identityOpenTo, visibleTo } from './pipeline/visible.ts';

const applications: SearchSource = {
  name: 'applications',
  order: 40,
  permissions: ['applications:view', 'noc:view'],
  forConsumers: true,
  select: (text, actor) => {
    const plot = onPlot(text);
    const visible = visibleTo(actor);
    const columns = hit(sql`a.id`, {
      number: sql`a.number`,
      name: sql`a.applicant ->> 'name'`,
      nameBn: sql`a.applicant ->> 'nameBn'`,
      sector: sql`s.number`,
      road: sql`d.number`,
      plot: sql`a.plot_number`,
      exact: plot ? sql`true` : is(sql`a.number`, text),
    });
    const plain = plot ?? worded(sql`x.search`, text) ?? numbered(sql`x.number`, text);
    const found =
      plain && isIdentity(text)
        ? sql`(${plain} or (x.applicant ->> 'nid' = ${text.digits}::text and ${identityOpenTo(actor)}))`
        : plain;
    return (
      found &&
      sql`select ${columns} from applications.applications x
      join applications.applications a on a.id = x.id ${places}
      where x.state <> 'DRAFT' and ${visible} and ${found}`
    );
  },
};

const demandNotes: SearchSource = {
  name: 'demandNotes',
  order: 50,
  permissions: ['demand-notes:view'],
  forConsumers: true,
  select: (text, actor) => {
    const found = numbered(sql`n.number`, text);
    return (
      found &&
      sql`select ${hit(sql`a.id`, {
        number: sql`n.number`,
        name: sql`a.applicant ->> 'name'`,
        nameBn: sql`a.applicant ->> 'nameBn'`,
        amount: sql`n.total_minor`,
        day: sql`n.issued_on`,
        exact: is(sql`n.number`, text),
      })} from applications.demand_notes n join applications.applications a on a.id = n.application_id
      where ${visibleTo(actor)} and ${found}`
    );
  },
};

export const foundApplications: readonly SearchSource[] = [applications, demandNotes];
