// The demo's gallery of all emails with sample data. It runs beside the site, on loopback.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { renderHtml } from '../server/email/layout.ts';
import { renderText, type Sender } from '../server/email/sender.ts';
import { sampleEmails } from './emails.ts';

const HOST = '127.0.0.1';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function listOf(names: readonly string[]): string {
  const items = names.map((name) => {
    const at = encodeURIComponent(name);
    return `<li><a href="/${at}">${escapeHtml(name)}</a> (<a href="/${at}.txt">as text</a>)</li>`;
  });
  return `<!doctype html><html lang="en-GB"><meta name="viewport" content="width=device-width"><title>Emails</title><h1>Emails</h1><ul>${items.join('')}</ul></html>`;
}

/** The email at a path, as HTML or, with `.txt`, as text; null when there is none. */
function find(path: string, sender: Sender): { type: string; body: string } | null {
  if (path === '') return { type: 'text/html', body: listOf(Object.keys(sampleEmails)) };
  const isText = path.endsWith('.txt');
  const message = sampleEmails[isText ? path.slice(0, -'.txt'.length) : path];
  if (message === undefined) return null;
  return isText
    ? { type: 'text/plain', body: renderText(message.paragraphs, sender) }
    : { type: 'text/html', body: renderHtml(message.subject, message.paragraphs, sender) };
}

export interface Gallery {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the gallery; port 0 is any free port. */
export async function startGallery(sender: Sender, wantedPort = 0): Promise<Gallery> {
  const server = createServer(({ url = '/' }, response) => {
    const found = URL.canParse(url, 'http://gallery') ? find(nameIn(url), sender) : null;
    response.writeHead(found === null ? 404 : 200, {
      'content-type': `${found?.type ?? 'text/plain'}; charset=utf-8`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    response.end(found?.body ?? 'There is no such email.');
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, HOST, resolve));
  // A server that listens on a port has this kind of address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function nameIn(url: string): string {
  const path = new URL(url, 'http://gallery').pathname.slice(1);
  try {
    return decodeURIComponent(path);
  } catch {
    // A malformed address that the list never links to.
    return '?';
  }
}
