// A proxy to the demo that answers some of its addresses itself.
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';

/** `answer` returns whether it has answered the request of this path. */
export async function startProxy(
  origin: string,
  answer: (path: string, response: ServerResponse) => boolean,
): Promise<{ readonly origin: string }> {
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming;
    if (answer(url, response)) return;
    const { port } = new URL(origin);
    const outgoing = request({ host: HOST, port, path: url, method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(response);
    });
    // Either end may close a stream.
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}` };
}
