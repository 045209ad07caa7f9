// The reply templates, saved as a whole list: two tabs that change them, and a save that is sent
// again.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { LENGTHS } from '../../domain/limits.ts';
import { MAX_REPLY_TEMPLATES, SHIPPED_TEMPLATES } from '../../domain/tutor/settings.ts';
import { codeOf, test as base } from '../testing/test.ts';

const template = (name: string) => ({ name, subject: 'Physics', text: 'Dear {name}' });
const reply_templates_before = [...SHIPPED_TEMPLATES];
const withNew = (name: string) => [...SHIPPED_TEMPLATES, template(name)];

const test = base
  .extend('save', ({ tutor }) => (body: object) => {
    return tutor.either(endpoints.updateSettings, { body });
  })
  .extend('read', ({ tutor }) => async () => {
    return (await tutor.call(endpoints.getSettings)).body.settings.reply_templates;
  });

test('of two tabs that add a template at once, tells one', async ({ save, read }) => {
  const lists = [withNew('Mine'), withNew('Theirs')];
  const answers = await Promise.all(
    lists.map((reply_templates) => save({ reply_templates, reply_templates_before })),
  );
  const codes = answers.map(codeOf);
  expect(codes.toSorted()).toEqual(['done', 'settings_changed']);
  const saved = lists[codes.indexOf('done')];
  expect(await read()).toEqual(saved);
  // Having seen them, either may change them.
  const next = { reply_templates: [], reply_templates_before: saved };
  expect(codeOf(await save(next))).toBe('done');
});

test('takes a change again whose answer was lost', async ({ save, read }) => {
  const change = { reply_templates: withNew('Mine'), reply_templates_before };
  for (let n = 0; n < 2; n += 1) expect(codeOf(await save(change))).toBe('done');
  expect(await read()).toEqual(change.reply_templates);
});

test('without the templates it started from, the last one wins', async ({ save, read }) => {
  await save({ reply_templates: withNew('Mine') });
  await save({ reply_templates: withNew('Theirs') });
  expect(await read()).toEqual(withNew('Theirs'));
});

test('takes the longest templates in any script', async ({ save, read }) => {
  const longest = Array.from({ length: MAX_REPLY_TEMPLATES }, () => ({
    name: 'я'.repeat(LENGTHS.templateName.max),
    subject: 'я'.repeat(LENGTHS.subject.max),
    text: 'я'.repeat(LENGTHS.reply.max),
  }));
  await save({ reply_templates: longest });
  const shorter = { reply_templates: longest.slice(1), reply_templates_before: longest };
  expect(codeOf(await save(shorter))).toBe('done');
  expect(await read()).toHaveLength(MAX_REPLY_TEMPLATES - 1);
});
