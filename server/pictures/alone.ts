// Runs a program of this folder in a process of its own, with a limit on its time and nothing of
// the server's settings.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Program {
  /** A file of this folder. */
  readonly file: string;
  readonly seconds: number;
}

/** What it answers; null if it was stopped, or broke. */
export function runAlone<Answer>({ file, seconds }: Program, request: object) {
  return new Promise<Answer | null>((resolve) => {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    });
    // Both ends of the channel are of this folder.
    child.once('message', (answer) => resolve(answer as Answer));
    child.once('error', () => resolve(null));
    child.once('exit', () => resolve(null));
    child.send(request, () => {
      // A process that has ended meanwhile has reported that.
    });
  });
}
