// The families, lessons and payments of a random test.
import type { TestApp } from './app.ts';
import { enquirer } from './free-lessons.ts';
import type { Caller, TestFamily } from './caller.ts';
import { makeFamily, makeLesson } from './factories.ts';
import { LESSONS, STUDENTS } from './random-acts.ts';

export interface Scene {
  readonly api: TestApp;
  readonly admin: Caller;
  readonly students: readonly TestFamily[];
  readonly lessons: readonly string[];
  readonly payments: string[];
}

export async function makeScene(api: TestApp, admin: Caller): Promise<Scene> {
  const students: TestFamily[] = [];
  for (let n = 0; n < STUDENTS; n += 1) {
    const family = await makeFamily(api, n);
    // A unique number: with the same one it would count as the same family.
    await api.database.db
      .updateTable('people')
      .set({ phone: enquirer().mobile })
      .where('id', '=', family.personId)
      .execute();
    students.push(family);
  }
  const lessons: string[] = [];
  for (let n = 0; n < LESSONS; n += 1)
    lessons.push((await makeLesson(api, { Time: `09:${n}0:00`, Max_Students: n + 2 })).id);
  return { api, admin, students, lessons, payments: [] };
}

/** Throws if there is no such family. */
export function familyAt(families: readonly TestFamily[], position: number): TestFamily {
  const family = families[position];
  if (family === undefined) throw new Error(`There is no family ${position}.`);
  return family;
}
