import { exportRoute } from '#platform/exports/export-list.ts';
import { fileLink, findFile } from '#platform/files/files.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import * as contract from './contract.ts';
import { ticketsExport } from './exports.ts';
import { attachmentFile, getTicket } from './get-ticket.ts';
import { countTickets, listAgents, listCategories, listTickets } from './queries.ts';
import { noteInTicket, replyToTicket, seeTicket } from './steps/actions/answer-ticket.ts';
import { assignTicket, takeTicket } from './steps/actions/assign-ticket.ts';
import { createTicket } from './steps/actions/create-ticket.ts';
import { updateTicketStatus } from './steps/actions/end-ticket.ts';
import { orderFromTicket, reopenOrderOfTicket } from './steps/actions/order-work.ts';
import * as steps from './steps/contract.ts';

export function routes({ files }: Platform): Route[] {
  return [
    query(contract.listTickets, (db, actor, input) => listTickets(db, actor, input.query)),
    exportRoute(contract.listTicketsDownload, ticketsExport),
    query(contract.countTickets, (db, actor) => countTickets(db, actor)),
    query(contract.getTicket, (db, actor, input) => getTicket(db, actor, input.query.ticketId)),
    query(contract.listTicketCategories, (db) => listCategories(db)),
    query(contract.listAgents, (db, actor) => listAgents(db, actor)),
    special(contract.openAttachment, async ({ database: { db }, actor }, { query: { attachmentId } }) => {
      const fileId = await attachmentFile(db, actor, attachmentId);
      return { attachmentId, url: await fileLink(files, await findFile(db, fileId), actor.now) };
    }),
    action(steps.createTicket, (tx, actor, { body }) => createTicket(tx, actor, body)),
    action(steps.replyToTicket, (tx, actor, { body }) => replyToTicket(tx, actor, body)),
    action(steps.noteInTicket, (tx, actor, { body }) => noteInTicket(tx, actor, body)),
    action(steps.assignTicket, (tx, actor, { body }) => assignTicket(tx, actor, body)),
    action(steps.takeTicket, (tx, actor, { body }) => takeTicket(tx, actor, body)),
    action(steps.updateTicketStatus, (tx, actor, { query: { ticketId, status }, body }) =>
      updateTicketStatus(tx, actor, { ...body, ticketId, status }),
    ),
    action(steps.orderFromTicket, (tx, actor, { body }) => orderFromTicket(tx, actor, body)),
    action(steps.reopenOrderOfTicket, (tx, actor, { body }) => reopenOrderOfTicket(tx, actor, body)),
    action(steps.seeTicket, (tx, actor, { body }) => seeTicket(tx, actor, body.ticketId)),
  ];
}
