/** Faults that the examinations of applications, work orders and changes of owner found. */
import type { Break } from '../break.ts';

const survey = 'src/domains/applications/survey';
const usual = 'src/domains/applications/settings/unusual-amounts';
const many = 'src/domains/work-orders/many-pieces.test.ts';
const figure = 'src/domains/ownership/figure-of-handover.test.ts';
const who = 'src/domains/applications/who-has-it-now.test.ts';

export const examinedWork: readonly Break[] = [
  {
    what: 'many pieces are taken without a question',
    file: `${usual}.rules.ts`,
    find: "find(({ unit }) => unit !== 'm')",
    replace: 'find(() => false)',
    caughtBy: `${usual}.rules.test.ts`,
  },
  {
    what: 'the person who called the office is not told of the charge',
    file: 'src/domains/work-orders/tell-household.ts',
    find: 'coalesce(u.phone, o.phone) is not null',
    replace: 'u.phone is not null',
    caughtBy: 'src/domains/work-orders/told-people.test.ts',
  },
  {
    what: 'work is estimated with any quantity without a question',
    file: 'src/domains/work-orders/steps/actions/estimate-order.ts',
    find: 'if (many && !input.unusual) throw',
    replace: 'if (many && false) throw',
    caughtBy: many,
  },
  {
    what: 'work takes any quantity without a question',
    file: 'src/domains/work-orders/steps/actions/do-work.ts',
    find: "if (many && isAsked('MATERIALS'))",
    replace: 'if (many && false)',
    caughtBy: many,
  },
  {
    what: 'what was estimated, and asked about there, is asked about again',
    file: `${usual}.rules.ts`,
    find: 'figure > usual && figure > known',
    replace: 'figure > usual',
    caughtBy: many,
  },
  {
    what: 'a survey takes a part of a piece',
    file: `${survey}/actions/save-survey.ts`,
    find: 'if (divided) throw',
    replace: 'if (divided && false) throw',
    caughtBy: `${survey}/unusual-survey.test.ts`,
  },
  {
    what: 'work takes a part of a piece',
    file: 'src/domains/work-orders/steps/actions/write-materials.ts',
    find: 'if (divided) throw',
    replace: 'if (divided && false) throw',
    caughtBy: 'src/domains/work-orders/refused-sums.test.ts',
  },
  {
    what: 'the store books a part of a piece',
    file: 'src/domains/work-orders/steps/actions/write-materials.ts',
    find: "if (isPartOfPiece(material.unit, quantity.replace('-', ''))) {",
    replace: 'if (false) {',
    caughtBy: 'src/domains/work-orders/refused-sums.test.ts',
  },
  {
    what: 'free work of a sold house is charged to who sold it',
    file: 'src/domains/work-orders/steps/actions/estimate-order.ts',
    find: 'if (isCharged && changedHands) throw',
    replace: 'if (isCharged && false) throw',
    caughtBy: 'src/domains/ownership/open-repairs.test.ts',
  },
  {
    what: 'the load of a surveyor counts what they have done long ago',
    file: 'src/domains/applications/pipeline/list-workers.ts',
    find: '\n          and ${isInHand}',
    replace: '',
    caughtBy: who,
  },
  {
    what: 'the load of a person counts what is on hold',
    file: 'src/domains/applications/pipeline/list-workers.ts',
    find: ' and a.overlay is null',
    replace: '',
    caughtBy: who,
  },
  {
    what: 'what is over is still in the hand of who was assigned',
    file: 'src/domains/applications/pipeline/waits-for.ts',
    find: 'else a.state <> all(${CLOSED_STATES}::text[]) end)`',
    replace: 'else true end)`',
    caughtBy: who,
  },
  {
    what: 'the household reads the note of the surveyor',
    file: `${survey}/queries.ts`,
    find: "coalesce(${office(sql`s.note`)}, '') as note",
    replace: 's.note',
    caughtBy: `${survey}/returned-surveys.test.ts`,
  },
  {
    what: 'who noted a handover corrects its figure alone',
    file: 'src/domains/ownership/correct-handover.ts',
    find: 'if (handover.isOwn) throw fail(meterErrors.own_handover);',
    replace: '',
    caughtBy: figure,
  },
  {
    what: 'the certificate says the figure of the day of acceptance for good',
    file: 'src/domains/ownership/certificate/print-certificate.ts',
    find: '${figureOf} as "registerLitres"',
    replace: 'h.register_litres as "registerLitres"',
    caughtBy: figure,
  },
  {
    what: 'a certificate with the figure of before counts',
    file: 'src/domains/ownership/certificate/paper.ts',
    find: 'h.effective_on, ${figureOf}, h.successor_id)',
    replace: 'h.effective_on, h.register_litres, h.successor_id)',
    caughtBy: figure,
  },
  {
    what: 'a correction of the handover is told to nobody',
    file: 'src/domains/ownership/correct-handover.ts',
    find: "for (const side of ['PRESENT', 'NEW'] as const)",
    replace: 'for (const side of [] as const)',
    caughtBy: figure,
  },
  {
    what: 'a reading that the acceptance would refuse is noted',
    file: 'src/domains/ownership/steps/actions/note-reading.ts',
    find: '  await refuseHandOver(tx, actor, { connectionId: subject.connectionId, on: readOn, registerLitres });\n',
    replace: '',
    caughtBy: 'src/domains/ownership/refused-acceptance.test.ts',
  },
  {
    what: 'a file changes the unit of a material under what counts in it',
    file: 'src/domains/settings/imports/material-register.ts',
    find: 'data.unit !== known.now.unit',
    replace: 'false',
    caughtBy: 'src/domains/settings/imports/import-lists.test.ts',
  },
  {
    what: 'the unit of a material changes under what counts in it',
    file: 'src/domains/settings/materials/actions/edit-materials.ts',
    find: 'if (input.unit !== before.unit)',
    replace: 'if (false)',
    caughtBy: 'src/domains/settings/places/refused-places.test.ts',
  },
];
