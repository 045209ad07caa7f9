// Reads pictures in a process of their own, one at a time, with limits on time and memory.
import { Refusal } from '../../domain/errors.ts';
import { PICTURE } from '../../domain/site/picture-files.ts';
import { createTurns } from '../base/turns.ts';
import { type NoAnswer, runAlone } from './alone.ts';
import { isAnimated, kindOf } from './kind.ts';
import type { Fault, PictureRequest, PictureResult } from './make-files.ts';

type ProcessedPicture = Extract<PictureResult, { readonly fault: null }>;

const texts: Readonly<Record<Fault | Exclude<NoAnswer, 'broken'>, string>> = {
  other_kind:
    'This file is of another kind than its name says. Open it in a picture program and save it as JPEG.',
  damaged: 'This picture is damaged and cannot be read. Please choose another one.',
  animated: 'This picture moves. Please choose one that stands still.',
  too_many_pixels:
    'This picture has more than 50 million pixels. Please make it smaller, then upload it again.',
  too_long: `A side of this picture is longer than ${PICTURE.sidePx.toLocaleString('en-GB')} pixels. Please crop it, then upload it again.`,
  too_slow:
    'Reading this picture took too long. Please try again in a minute, or make it smaller first.',
  too_big:
    'Reading this picture needs more memory than the server has. Please make it smaller, then upload it again.',
};

const pictureRefusal = (fault: keyof typeof texts) =>
  new Refusal('not_a_picture', { message: texts[fault] });

export interface PictureReader {
  /** Throws not_a_picture, or service_unavailable while too many wait. */
  readonly read: (file: Buffer, type: string) => Promise<ProcessedPicture>;
}

interface Limits {
  readonly seconds: number;
  readonly megabytes: number;
}

const LIMITS: Limits = { seconds: PICTURE.seconds, megabytes: PICTURE.memoryMegabytes };

/** Tests have other limits. */
export function createPictureReader(limits: Limits = LIMITS): PictureReader {
  const inTurn = createTurns();
  let waiting = 0;

  return {
    async read(file, type) {
      const kind = kindOf(file);
      if (kind === null) throw pictureRefusal('damaged');
      if (kind !== type) throw pictureRefusal('other_kind');
      if (isAnimated(file, kind)) throw pictureRefusal('animated');
      if (waiting > PICTURE.waiting)
        throw new Refusal('service_unavailable', {
          message: 'Other pictures are being read. Please try again in a minute.',
        });
      waiting += 1;
      const request: PictureRequest = { file, type: kind, megabytes: limits.megabytes };
      const program = { file: 'make-files.ts', seconds: limits.seconds };
      const result = await inTurn(() => runAlone<PictureResult>(program, request)).finally(() => {
        waiting -= 1;
      });
      if (typeof result === 'string')
        throw pictureRefusal(result === 'broken' ? 'damaged' : result);
      if (result.fault !== null) throw pictureRefusal(result.fault);
      return result;
    },
  };
}
