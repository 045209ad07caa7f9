// A mail server stand-in on loopback. It accepts every email except those to addresses that it is
// told to reject.
import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

interface MailServer {
  readonly url: string;
  close(): Promise<void>;
}

/** `refuses` is called for each recipient. */
export async function startMailServer(refuses: (address: string) => boolean): Promise<MailServer> {
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      done(
        refuses(address)
          ? Object.assign(new Error('No such mailbox here'), { responseCode: 550 })
          : null,
      );
    },
    onData(stream, _session, done) {
      stream.on('end', () => done());
      stream.resume();
    },
  });
  // Ignores clients that disconnect midway.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has this kind of address.
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}
