// HTTP as it goes over a connection, for what no client library would send.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 when the connection was closed without one. */
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Says just this and reads until the server hangs up. */
export async function say(port: number, text: string | Buffer): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  // A connection that is reset after its answer has been answered all the same.
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  const [head = '', ...rest] = said.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: new Map(
      lines.map((line) => {
        const [name = '', ...value] = line.split(': ');
        return [name.toLowerCase(), value.join(': ')];
      }),
    ),
    body: rest.join('\r\n\r\n'),
  };
}
