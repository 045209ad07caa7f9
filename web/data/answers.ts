// Sends answers in the order they were given, and has the questions to practise. An answer that
// cannot reach the server now is saved on the device and sent once the connection is back.
import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';

import { answerAsked, giveAttempt, practise, getPractice } from '../../domain/rooms/endpoints.ts';
import type { Practice } from '../../domain/rooms/practice.ts';
import type { RoomItem } from '../../domain/rooms/room.ts';
import type { Attempt } from '../../domain/topics/attempt.ts';
import { call } from '../transport/client.ts';
import { ApiError, asFailure, AuthenticationError } from '../transport/failures.ts';
import { loadAgain, queryClient, reportFailure, LOADING } from '../transport/query-client.ts';
import { randomKey } from '../transport/request-key.ts';
import { personOf } from '../transport/session.ts';
import { patchAnswered, patchAttempt, roomKey, whyNoRoom, withMarked } from './room.ts';
import {
  deleteUnsent,
  type GivenAnswer,
  readUnsent,
  type UnsentAnswer,
  writeUnsent,
} from './unsent-answers.ts';

/** The interval at which a visible page sends its unsent answers. */
const RETRY_MS = 10_000;
/** A phone without reception can wait for minutes, and says nothing meanwhile. */
const MAX_WAIT_MS = 10_000;

/** What became of the answers that this tab has sent at once, by their keys. */
const outcomes = new Map<string, 'arrived' | ApiError>();
let sending: Promise<void> | null = null;

/**
 * Sends an answer. Returns true once the server has it, and false if it stays on the device until
 * later. A refused answer does not stay: its ApiError is thrown.
 */
export async function giveAnswer(answer: GivenAnswer): Promise<boolean> {
  const key = randomKey();
  const person = personOf('family');
  writeUnsent([...readUnsent(), { ...answer, key, hasFailed: false, refusal: null }]);
  // A run that was finishing may have missed it.
  // oxlint-disable-next-line no-await-in-loop
  while (readUnsent().some((one) => one.key === key && !one.hasFailed)) await sendUnsent();
  const outcome = outcomes.get(key);
  outcomes.delete(key);
  if (outcome instanceof ApiError) throw outcome;
  if (outcome === 'arrived') return true;
  // The session has ended; the same person sends it after signing in again.
  if (personOf('family') !== person) return false;
  if (readUnsent().some((one) => one.key === key)) return false;
  // Another tab has sent it, and its cache has the result.
  loadRoom(answer);
  return true;
}

/**
 * Sends all unsent answers, one tab at a time. Returns once they are sent or sending has failed.
 */
export async function sendUnsent(): Promise<void> {
  sending ??= inTurn(sendInOrder).finally(() => {
    sending = null;
  });
  await sending;
}

async function inTurn(act: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  // Browsers offer locks only on secure origins. A key that is sent twice counts once anyway.
  if (locks === undefined) await act();
  else await locks.request('send-answers', act);
}

async function sendInOrder(): Promise<void> {
  for (;;) {
    const next = readUnsent().find(({ refusal }) => refusal === null);
    if (next === undefined) return;
    try {
      // One after the other: the server counts tries.
      // oxlint-disable-next-line no-await-in-loop
      await sendOne(next);
      if (!next.hasFailed) outcomes.set(next.key, 'arrived');
      deleteUnsent(next.key);
    } catch (error) {
      const failure = asFailure(error);
      if (!isRefusal(failure)) {
        if (failure instanceof AuthenticationError) reportFailure(failure);
        markAllFailed();
        return;
      }
      refuse(next, failure);
    }
  }
}

/** Anything else, such as the page of a proxy, may succeed later. */
function isRefusal(failure: Error): failure is ApiError {
  return (
    failure instanceof ApiError &&
    !(failure instanceof AuthenticationError) &&
    failure.code !== undefined &&
    failure.code !== 'rate_limited' &&
    failure.status < 500
  );
}

/** From now on the page shows these answers as unsent. */
function markAllFailed(): void {
  writeUnsent(readUnsent().map((one) => ({ ...one, hasFailed: true })));
}

/** The refusal of an answer sent later is stored: its question may not be on the page. */
function refuse(unsent: UnsentAnswer, failure: ApiError): void {
  const { key, hasFailed } = unsent;
  const [{ message } = failure] = failure.details;
  if (hasFailed)
    writeUnsent(readUnsent().map((one) => (one.key === key ? { ...one, refusal: message } : one)));
  else {
    outcomes.set(key, failure);
    deleteUnsent(key);
  }
  // Another device may have answered, or the tutor closed the question.
  if (failure.status !== 400) loadRoom(unsent);
}

function loadRoom({ lessonId }: GivenAnswer): void {
  if (lessonId !== null) void loadAgain(queryClient, [roomKey(lessonId)]);
}

/** Sends one answer and writes the server's view of its question into the cache. */
async function sendOne(unsent: UnsentAnswer): Promise<void> {
  const { key: idempotencyKey, lessonId, studentId, itemId, asked, answer } = unsent;
  const sent = { idempotencyKey, signal: AbortSignal.timeout(MAX_WAIT_MS) };
  if (lessonId === null) {
    const body = { Item_ID: itemId, Student_ID: studentId, answer };
    patchPractised(studentId, (await call(practise, { ...sent, body })).item);
    return;
  }
  const params = { id: lessonId };
  if (asked === null) {
    const body = { Item_ID: itemId, Student_ID: studentId, answer };
    const { item } = await call(giveAttempt, { ...sent, params, body });
    patchAttempt({ lessonId, studentId }, item);
    return;
  }
  const body = { Asked_ID: asked.id, round: asked.round, Student_ID: studentId, answer };
  const { attempt } = await call(answerAsked, { ...sent, params, body });
  patchAnswered({ lessonId, studentId }, asked.id, attempt);
}

/** Sends unsent answers while the page is open: at once, when online again, and at intervals. */
export function useSending(): void {
  useEffect(() => {
    const send = () => {
      const isWaiting = readUnsent().some(({ refusal }) => refusal === null);
      if (isWaiting && document.visibilityState !== 'hidden') void sendUnsent();
    };
    send();
    const timer = setInterval(send, RETRY_MS);
    window.addEventListener('online', send);
    document.addEventListener('visibilitychange', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
      document.removeEventListener('visibilitychange', send);
    };
  }, []);
}

const PRACTICE = ['family', 'practice'] as const;

/** What a student has to practise today, and how far they have come with each topic. */
export const LOADING_PRACTICE = {
  title: 'Error loading practice',
  text: 'Failed to load practice',
} as const;

/** The student and the question to begin with, as the address of the page names them. */
export interface PracticeAddress {
  readonly studentId: string | null;
  readonly itemId: string | null;
}

/** Practice of a student; null when the address names none, and the family has to choose. */
export function practiceQuery({ studentId, itemId }: PracticeAddress) {
  return queryOptions({
    queryKey: [...PRACTICE, studentId, itemId],
    queryFn: async ({ signal }): Promise<Practice | null> => {
      const query = {
        ...(studentId === null ? {} : { Student_ID: studentId }),
        ...(itemId === null ? {} : { Item_ID: itemId }),
      };
      try {
        return (await call(getPractice, { signal, query })).practice;
      } catch (error) {
        if (whyNoRoom(error) === 'which student') return null;
        throw error;
      }
    },
    ...LOADING,
    // Answered questions stay until the page asks for the next ones.
    refetchOnWindowFocus: false,
    staleTime: 10_000,
    meta: { operation: LOADING_PRACTICE },
  });
}

/** Shows what the server made of an answer, until practice is loaded again. */
function patchPractised(studentId: string, item: RoomItem): void {
  patchDue((one) => (one.id === item.id ? item : one), studentId);
}

/** Shows the points that the student has ticked. */
export function patchPractisedPoints(studentId: string, attempt: Attempt): void {
  patchDue((one) => (one.kind === 'question' ? withMarked(one, attempt) : one), studentId);
}

function patchDue(change: (item: RoomItem) => RoomItem, studentId: string): void {
  for (const key of [studentId, null])
    queryClient.setQueriesData<Practice | null>(
      { queryKey: [...PRACTICE, key] },
      (practice) => practice && { ...practice, due: practice.due.map(change) },
    );
}
