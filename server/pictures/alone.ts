// Runs a program of this folder in a process of its own, with a limit on its time and nothing of
// the server's settings.
import { fork } from 'node:child_process';
import path from 'node:path';

/** The programs: modules of this folder, `.ts` in the sources and `.cjs` in a build. */
export const PROGRAMS = ['make-files', 'draw-images'] as const;

interface Program {
  name: (typeof PROGRAMS)[number];
  seconds: number;
}

/** Why it has not answered: its time was over, it was killed for its memory, or it broke. */
export type ProgramFailure = 'too_slow' | 'too_big' | 'broken';

/** What it answers, or why it does not. */
export function runAlone<Answer extends object>({ name, seconds }: Program, request: object) {
  return new Promise<Answer | ProgramFailure>((resolve) => {
    const file = path.join(import.meta.dirname, name + path.extname(import.meta.filename));
    const child = fork(file, {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    });
    // Both ends of the channel are of this folder.
    child.once('message', (answer) => resolve(answer as Answer));
    child.once('error', () => resolve('broken'));
    child.once('exit', (_code, signal) => {
      // The kernel, and the program itself at its limit, kill it as the time limit does.
      if (child.killed) resolve('too_slow');
      else resolve(signal === 'SIGKILL' ? 'too_big' : 'broken');
    });
    child.send(request, () => {
      // A process that has ended meanwhile has reported that.
    });
  });
}
