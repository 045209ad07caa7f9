// The demo's gallery of all emails with sample data. It runs beside the site, on loopback.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { renderEmail } from '../server/email/render.ts';
import type { Sender } from '../server/email/sender.ts';
import { sampleEmails } from './emails.ts';
import { html } from './html.ts';

const HOST = '127.0.0.1';

function listOf(names: string[]): string {
  const items = names.map((name) => {
    const at = encodeURIComponent(name);
    return html`<li><a href="/${at}">${name}</a> (<a href="/${at}.txt">as text</a>)</li>`;
  });
  return html`<!doctype html>
    <html lang="en-GB">
      <meta name="viewport" content="width=device-width" />
      <title>Emails</title>
      <h1>Emails</h1>
      <ul>
        ${items}
      </ul>
    </html>`.text;
}

/** The email at a path, as HTML or, with `.txt`, as text; null when there is none. */
async function find(path: string, sender: Sender): Promise<{ type: string; body: string } | null> {
  if (path === '') return { type: 'text/html', body: listOf(Object.keys(sampleEmails)) };
  const isText = path.endsWith('.txt');
  const message = sampleEmails[isText ? path.slice(0, -'.txt'.length) : path];
  if (message === undefined) return null;
  const rendered = await renderEmail(message, sender);
  return isText
    ? { type: 'text/plain', body: rendered.text }
    : { type: 'text/html', body: rendered.html };
}

interface Gallery {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the gallery; port 0 is any free port. */
export async function startGallery(sender: Sender, wantedPort = 0): Promise<Gallery> {
  const answer = async (path: string | null, response: ServerResponse) => {
    const page = path === null ? null : await find(path, sender);
    response.writeHead(page === null ? 404 : 200, {
      'content-type': `${page?.type ?? 'text/plain'}; charset=utf-8`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    response.end(page?.body ?? 'There is no such email.');
  };
  const server = createServer(({ url = '/' }, response) => {
    answer(nameIn(url), response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
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

/** The email that a URL names; null if it is malformed. The list links to none of these. */
function nameIn(url: string): string | null {
  const path = URL.parse(url, 'http://gallery')?.pathname.slice(1);
  if (path === undefined) return null;
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
