// Formulas, which each engine draws from MathML in its own way.
import { roomPath } from '../../domain/paths.ts';
import type { NewItem } from '../../domain/topics/topic.ts';
import { MEASURED_FORMULAS } from '../formula-geometry.ts';
import { makeTopic } from '../pages/room.ts';
import { test } from './test.ts';

const formulas: NewItem = {
  kind: 'question',
  use: 'before',
  question: {
    kind: 'points',
    text: MEASURED_FORMULAS.join('\n\n'),
    hint: '',
    explanation: '',
    points: [{ text: 'They are drawn as they must be.' }],
  },
};

test.use({ credits: 1 });

test('draws formulas as they must be', async ({ phone, family, site, tutor }) => {
  const { topicId } = await makeTopic(tutor, [formulas]);
  const lesson = await site.newLesson({ Topic_ID: topicId });
  await family.book(lesson);
  await phone.signIn('student-session', family);
  await phone.open(roomPath(lesson.id));
  await phone.expectFormulas();
  await phone.expectWell();
});
