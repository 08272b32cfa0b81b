/** The sandbox bank's pages. Its calls go to our own callback, as a bank's would. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyReply } from 'fastify';
import { getUtility } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { timeZoneOf } from '#platform/database/days.ts';
import { policyWith } from '#platform/http/document.ts';
import { type Route, special } from '#platform/route.ts';
import { type Call, decide, findOrder, type SandboxContext, type SandboxOrder } from './bank.ts';
import * as contract from './contract.ts';
import { closedPage, type Language, orderPage, RETURN_SCRIPT, returnForm } from './html.ts';
import { simulatorOf } from './simulators/simulated-gateways.ts';

const BENGALI_FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
);

/** Delivers a call of the bank to us. */
export type Deliver = (actor: Actor, call: Call) => Promise<unknown>;

export function sandboxRoutes(context: SandboxContext, deliver: Deliver): Route[] {
  /** The language of a page, and what the bank calls who is paid. */
  const sideOf = async (language: Language = 'en') => {
    const { nameEn, nameBn } = await getUtility(context.database.db);
    return { language, utility: language === 'bn' ? nameBn : nameEn };
  };
  return [
    special(contract.sandboxPage, async ({ reply }, { query }) => {
      const order = await findOrder(context, { orderId: query.ORDERID, sessionId: query.SESSIONID });
      const side = await sideOf(query.language ?? order?.language);
      const own = `/sandbox-bank/pay?ORDERID=${encodeURIComponent(query.ORDERID)}&SESSIONID=${encodeURIComponent(query.SESSIONID)}`;
      const timeZone = await timeZoneOf(context.database.db);
      const isShown = isOpen(order, context.now());
      return html(reply, isShown ? orderPage(order, { ...side, own, timeZone }) : closedPage(order, side));
    }),
    special(contract.sandboxDecide, async ({ actor, reply }, { body }) => {
      const order = await findOrder(context, { orderId: body.ORDERID, sessionId: body.SESSIONID });
      const isDeciding = isOpen(order, context.now());
      const calls = isDeciding
        ? await decide(context, order, { ...body, ...simulatorOf(context, order.gateway) })
        : [];
      await Promise.all(calls.map((call) => deliver(actor, call)));
      // Never a page as the answer to a form: the browser's Back would ask for the form again (ERR_CACHE_MISS).
      const known = { ORDERID: body.ORDERID, SESSIONID: body.SESSIONID };
      const address = new URLSearchParams({ ...known, ...(body.language && { language: body.language }) });
      if (isDeciding) address.set('decision', body.decision);
      await reply
        .header('cache-control', 'no-store')
        .redirect(`/sandbox-bank/${isDeciding ? 'return' : 'pay'}?${address}`, 303);
    }),
    special(contract.sandboxReturn, async ({ reply }, { query }) => {
      const order = await findOrder(context, { orderId: query.ORDERID, sessionId: query.SESSIONID });
      const side = await sideOf(query.language ?? order?.language);
      const { decision } = query;
      // What the address says of the decision is handled as the browser's word: it is not believed.
      const isDecided = order !== undefined && order.status !== 'CREATED';
      // This one script runs, and no other that a page might ever hold.
      const policy = String(reply.getHeader('content-security-policy'));
      reply.header('content-security-policy', policyWith(policy, RETURN_SCRIPT));
      return html(
        reply,
        isDecided
          ? returnForm(side, decision, simulatorOf(context, order.gateway).wayBack(order, decision))
          : closedPage(order, side),
      );
    }),
    special(contract.sandboxFont, async ({ reply }) => {
      await reply
        .type('font/ttf')
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(BENGALI_FONT));
    }),
  ];
}

function isOpen(order: SandboxOrder | undefined, now: Date): order is SandboxOrder {
  return order?.status === 'CREATED' && new Date(order.expiresAt) > now;
}

async function html(reply: FastifyReply, content: string): Promise<void> {
  await reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(content);
}
