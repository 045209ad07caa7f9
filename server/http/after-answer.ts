// When an answer is over: sent, or never to be.
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls `begin` once the answer is over. The connection is listened to as well: an answer queued
 * behind another one on it emits no event when it closes.
 */
export function onceAnswered(
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
