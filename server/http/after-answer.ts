// Detects the end of an answer: sent, or never to be sent.
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls `begin` once the answer is over. Also watches the connection, because an answer queued
 * behind another one emits no event when the connection closes.
 */
export function runAfterAnswer(
  { raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  begin: () => void,
): void {
  if (socket.destroyed) return begin();
  const over = () => {
    for (const event of ['finish', 'close']) reply.raw.off(event, over);
    socket.off('close', over);
    begin();
  };
  for (const event of ['finish', 'close']) reply.raw.once(event, over);
  socket.once('close', over);
}
