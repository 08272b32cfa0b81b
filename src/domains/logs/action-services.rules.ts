/**
 * Which of the five services an audited action belongs to: that of the calls which declare it; if no call does
 * (work of jobs, steps within a call), that of the noun's other actions; else main.
 */
import { type Audit, auditWords, type Service } from '#shared/endpoint.ts';

export type ActionServices = {
  byAction: ReadonlyMap<string, Service>;
  byNoun: ReadonlyMap<string, Service>;
};

const nounOf = (action: string) => action.split('.')[0] ?? '';

/** @param calls every endpoint of the program; of two that declare the same action the first counts */
export function actionServices(calls: readonly { audit: Audit; service: Service }[]): ActionServices {
  const byAction = new Map<string, Service>();
  const byNoun = new Map<string, Service>();
  for (const { audit, service } of calls) {
    for (const word of auditWords(audit)) {
      if (!byAction.has(word)) byAction.set(word, service);
      if (!byNoun.has(nounOf(word))) byNoun.set(nounOf(word), service);
    }
  }
  return { byAction, byNoun };
}

export function serviceOf({ byAction, byNoun }: ActionServices, action: string): Service {
  return byAction.get(action) ?? byNoun.get(nounOf(action)) ?? 'main';
}
