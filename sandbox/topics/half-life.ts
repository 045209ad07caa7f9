// A sample topic: half-life.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const halfLife = sampleTopic({
  name: 'Half-life',
  course: 'gcse',
  reference: '4.4.2.3',
  videos: [
    ['Randomness', 5],
    ['Half-life on a graph', 6],
    ['Background', 4],
  ],
  before: [
    {
      kind: 'number',
      text: 'After subtracting the background, the count rate of a source falls from 800 to 100 counts per second in 24 hours. What is its half-life?',
      hint: 'Halve 800 again and again. How many steps does it take to get to 100?',
      explanation: String.raw`$$800 \to 400 \to 200 \to 100$$

Three halvings take 24 hours, so one takes $24\,\mathrm{h} \div 3 = 8.0\,\mathrm{h}$.`,
      value: '8.0',
      unit: 'h',
      known: [
        mistake(
          '3',
          'You divided the time by 8, because 800 is 8 times 100. But the count rate *halves* in each half-life, and it takes three halvings to get to an eighth.',
          'Divided the time by the factor',
        ),
        mistake(
          '12',
          'This is half of the 24 hours. Count how often the count rate halves in this time.',
          'Half of the time',
        ),
      ],
    },
    {
      kind: 'choice',
      text: 'What is the half-life of a radioactive isotope?',
      hint: 'Which number falls to half: the atoms in the sample, or the nuclei that have not decayed yet?',
      explanation:
        'The half-life is the time in which half of the undecayed nuclei in a sample decay. The count rate falls to half in the same time. Nobody can say which nuclei will be the ones.',
      choices: [
        right(
          'The time in which half of the undecayed nuclei decay',
          'Yes. It is the same time from whichever moment you start counting.',
        ),
        wrong(
          'The time in which half of the mass of the sample disappears',
          'A decayed nucleus does not vanish: it turns into another nucleus with almost the same mass.',
          'Decay removes mass',
        ),
        wrong(
          'Half of the time until all of it has decayed',
          'After two half-lives a quarter is still left, and after three an eighth. There is no fixed time at which all is gone.',
          'All is gone after two half-lives',
        ),
        wrong(
          'The time that one nucleus takes to decay half-way',
          'A nucleus does not decay bit by bit. It either has decayed or has not.',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'choice',
      text: 'The half-life of iodine-131 is 8 days. One nucleus of it is still there after 8 days. What is the chance that it decays in the next 8 days?',
      hint: 'Can a nucleus know how long it has been there?',
      explanation:
        'Decay is random: a nucleus has no memory and does not age. In *any* 8 days an undecayed nucleus of iodine-131 decays with a chance of one half. Only for very many nuclei does this become a predictable number.',
      choices: [
        right('50 %', 'Yes. Its chance is the same as that of a fresh nucleus.'),
        wrong(
          '100 %',
          'Its turn does not come because it has waited. A nucleus does not age, and some survive many half-lives.',
          'Nuclei age',
        ),
        wrong(
          '25 %',
          '25 % is the chance that a *fresh* nucleus is still there after two half-lives. This one has already survived the first.',
          'The chance of one nucleus halves again',
        ),
        wrong(
          'It cannot be given, because decay is random.',
          'We cannot say *when* it decays, but random does not mean without law: the chance is known.',
          'Random means without law',
        ),
      ],
    },
  ],
});
