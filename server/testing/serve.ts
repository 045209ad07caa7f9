// A server process for tests: the real one, without pages, that reports its address and ends with
// its parent.
import { readEnv } from '../env.ts';
import { startServer } from '../main.ts';

const server = await startServer(readEnv(process.env), null);
process.once('SIGTERM', () => {
  void server.close().then(() => process.exit(0));
});
// The pipe from the parent ends when the parent does, however it ended.
process.stdin.resume().once('end', () => process.exit(1));
process.stdout.write(`${server.url}\n`);
