/** What sends SMS: they go to the gateway of the environment, in a demo to the simulator, else nowhere. */
import type { Db, Tx } from '#platform/database/db.ts';
import type { Sender } from '#platform/messages/sender.ts';
import { simulatedSmsSender } from '#platform/messages/simulator.ts';
import { httpSmsSender, noSmsGateway, type SmsGateway } from '#platform/messages/sms.ts';
import { isDemo } from './start-demo-town.ts';

type Simulates = (db: Db | Tx) => Promise<boolean>;

/** With --demo, and for a town that was ordered at the set-up screen: asked at each message, because it may come later. */
export function simulatesSms(startedAsDemo: boolean): Simulates {
  return async (db) => startedAsDemo || isDemo(db);
}

/** The program's own sender of SMS. */
export function programSms(gateway: SmsGateway | undefined, simulates: Simulates, db: Db): Sender {
  if (gateway) return httpSmsSender(gateway);
  const simulated = simulatedSmsSender(db);
  return async (message) => ((await simulates(db)) ? simulated : noSmsGateway)(message);
}
