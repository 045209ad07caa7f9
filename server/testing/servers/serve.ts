// The real server process for tests, without pages. Reports its address and ends with its parent.
import { SAMPLE_CONTENT } from '../../../domain/testing/content.ts';
import { startServer } from '../../main.ts';
import { readEnv } from '../../process/env.ts';

const server = await startServer(readEnv(process.env), SAMPLE_CONTENT);
process.once('SIGTERM', () => {
  void server.close().then(() => process.exit(0));
});
// The pipe from the parent ends when the parent ends, for any reason.
process.stdin.resume().once('end', () => process.exit(1));
process.stdout.write(`${server.url}\n`);
