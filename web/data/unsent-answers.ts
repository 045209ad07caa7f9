// Answers that have not reached the server yet, stored on the device in the order given, so that
// none is lost without a connection. They belong to the person who was signed in.
import { useSyncExternalStore } from 'react';

import type { Answer } from '../../domain/topics/attempt.ts';
import { personOf } from '../transport/session.ts';
import { tryStorage, UNSENT_ANSWERS } from '../transport/storage.ts';

/** An answer to a question in a lesson's room or in practice. */
export interface GivenAnswer {
  /** Null in practice. */
  readonly lessonId: string | null;
  readonly studentId: string;
  readonly itemId: string;
  /** The question that the tutor asked, and its round; null for an answer to any other question. */
  readonly asked: { readonly id: string; readonly round: number } | null;
  readonly answer: Answer;
}

export interface UnsentAnswer extends GivenAnswer {
  /** The Idempotency-Key of every attempt to send it. */
  readonly key: string;
  /** Whether an attempt to send it has failed, which the page says. */
  readonly hasFailed: boolean;
  /** Why the server refused it when it was sent later; null otherwise. */
  readonly refusal: string | null;
}

interface StoredAnswers {
  readonly person: string;
  readonly answers: readonly UnsentAnswer[];
}

const NONE: readonly UnsentAnswer[] = [];
/** What this tab keeps alone when the storage refuses writes. */
let textOfTab: string | null = null;
/** The latest text read, so that the same text always yields the same array. */
let latest: { text: string | null; stored: StoredAnswers | null } = { text: null, stored: null };
const listeners = new Set<() => void>();

/** The answers of the person who is signed in, oldest first. */
export function readUnsent(): readonly UnsentAnswer[] {
  const text = textOfTab ?? tryStorage('device', (storage) => storage.getItem(UNSENT_ANSWERS));
  if (text !== latest.text) latest = { text, stored: parse(text) };
  const { stored } = latest;
  return stored !== null && stored.person === personOf('family') ? stored.answers : NONE;
}

/** Replaces the answers of the person who is signed in. */
export function writeUnsent(answers: UnsentAnswer[]): void {
  const person = personOf('family');
  // A session that has ended takes no answer with it.
  if (person === undefined) return;
  if (answers.length === 0) forgetAnswers();
  else {
    const text = JSON.stringify({ person, answers } satisfies StoredAnswers);
    const isStored =
      tryStorage('device', (storage) => {
        storage.setItem(UNSENT_ANSWERS, text);
        return true;
      }) ?? false;
    textOfTab = isStored ? null : text;
    notify();
  }
}

/** Deletes all answers, as signing out does. */
export function forgetAnswers(): void {
  textOfTab = null;
  tryStorage('device', (storage) => storage.removeItem(UNSENT_ANSWERS));
  notify();
}

/** Deletes one answer, sent or refused. */
export function deleteUnsent(key: string): void {
  writeUnsent(readUnsent().filter((one) => one.key !== key));
}

/** The answers, in a component that renders again when they change, in any tab. */
export function useUnsent(): readonly UnsentAnswer[] {
  return useSyncExternalStore(subscribe, readUnsent, () => NONE);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Null for anything that this version of the app did not write. */
function parse(text: string | null): StoredAnswers | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<StoredAnswers> | null;
    return Array.isArray(value?.answers) ? (value as StoredAnswers) : null;
  } catch {
    return null;
  }
}
