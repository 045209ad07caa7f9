// /.well-known/security.txt (RFC 9116): whom to tell about a weakness of this site.
import type { FastifyInstance } from 'fastify';

import { Refusal } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time.ts';

export const SECURITY_PATH = '/.well-known/security.txt';
/** The standard recommends less than a year. */
const VALID_DAYS = 180;
/** How long the address is used again, so that a flood of requests costs the database nothing. */
const REMEMBERED_MS = 1000;

interface SecurityText {
  /** The public address, without a slash at its end. */
  appUrl: string;
  clock: () => number;
  /** The address that the site shows; null while its words are a sample. */
  readContact: () => Promise<string | null>;
}

/** Serves the text; 404 while the site shows no address of its own. */
export function serveSecurityText(
  app: FastifyInstance,
  { appUrl, clock, readContact }: SecurityText,
): void {
  let cached: { readonly at: number; readonly contact: Promise<string | null> } | null = null;
  app.get(SECURITY_PATH, async (_request, reply) => {
    const now = clock();
    if (cached === null || now < cached.at || now >= cached.at + REMEMBERED_MS)
      cached = { at: now, contact: readContact() };
    const contact = await cached.contact;
    if (contact === null) throw new Refusal('not_found');
    const expires = new Date(now + VALID_DAYS * DAY_MS);
    expires.setUTCHours(0, 0, 0, 0);
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          `Contact: mailto:${encodeURI(contact)}`,
          `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
          'Preferred-Languages: en',
          `Canonical: ${appUrl}${SECURITY_PATH}`,
          '',
        ].join('\n'),
      );
  });
}
