// Calls of monitoring.
import { ok, endpoint } from '../endpoint.ts';

const done = ok({});

export const health = endpoint('GET', '/api/health', {
  summary: 'Report that the server is alive, whether or not its database is',
  auth: 'none',
  answer: done,
});
export const ready = endpoint('GET', '/api/ready', {
  summary: 'Report whether all that the server needs is in order',
  auth: 'none',
  answer: done,
  errors: ['not_ready'],
});
