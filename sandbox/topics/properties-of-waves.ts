// A sample topic: properties of waves.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const propertiesOfWaves = sampleTopic({
  name: 'Properties of waves',
  course: 'gcse',
  reference: '4.6.1.2',
  videos: [
    ['Transverse and longitudinal', 5],
    ['Frequency and period', 5],
    ['v = fλ', 6],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`A loudspeaker gives a note of frequency $500\,\mathrm{Hz}$. Its wavelength in air is $0.68\,\mathrm{m}$. How fast does the sound travel? Give the unit.`,
      hint: String.raw`In one second 500 waves leave the loudspeaker, each $0.68\,\mathrm{m}$ long. How far does the first one get?`,
      explanation: String.raw`$$v = f\lambda = 500\,\mathrm{Hz} \times 0.68\,\mathrm{m} = 340\,\mathrm{m/s}$$`,
      value: '340',
      unit: 'm/s',
      unit_asked: true,
      known: [
        mistake(
          '735',
          String.raw`You divided the frequency by the wavelength. The wave equation multiplies them: $v = f\lambda$.`,
          'Divided f by λ',
        ),
        mistake(
          '0.00136',
          String.raw`You divided the wavelength by the frequency. The wave equation multiplies them: $v = f\lambda$.`,
          'Divided λ by f',
        ),
      ],
    },
    {
      kind: 'number',
      text: String.raw`What is the period of a wave with a frequency of $50\,\mathrm{Hz}$? Give the unit.`,
      hint: 'Fifty waves pass in one second. How long does one of them take?',
      explanation: String.raw`$$T = \frac{1}{f} = \frac{1}{50\,\mathrm{Hz}} = 0.020\,\mathrm{s}$$

That is $20\,\mathrm{ms}$.`,
      value: '0.020',
      unit: 's',
      unit_asked: true,
      known: [
        mistake(
          '50',
          'Fifty is the number of waves in a second. The period is the time that one wave takes.',
          'Period taken for frequency',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'choice',
      text: 'A ribbon is tied to a rope. A transverse pulse runs along the rope from left to right. How does the ribbon move?',
      hint: 'What moves along the rope: the rope itself, or a disturbance?',
      explanation:
        'In a transverse wave each part of the rope moves at right angles to the direction in which the wave travels. The wave carries energy along the rope, but the rope and the ribbon stay where they are.',
      choices: [
        right(
          'It moves up and down and ends where it was.',
          'Yes. The pulse passes; the ribbon stays.',
        ),
        wrong(
          'It is carried along to the right.',
          'Then rope would pile up at the right end. Waves carry energy, not the material that they pass through.',
          'Waves carry matter along',
        ),
        wrong(
          'It swings left and right.',
          'That is how it would move in a *longitudinal* wave.',
          'Transverse and longitudinal swapped',
        ),
        wrong(
          'It does not move at all.',
          'The ribbon is part of the rope, and the pulse moves every part of the rope.',
        ),
      ],
    },
  ],
});
