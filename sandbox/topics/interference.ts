// A sample topic: interference.
import { sampleTopic } from './sample-topic.ts';

export const interference = sampleTopic({
  name: 'Interference',
  course: 'a-level',
  reference: '3.3.2.1',
  videos: [
    ['Coherence', 5],
    ['Path difference', 6],
    ["Young's fringes", 8],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`Laser light of wavelength $650\,\mathrm{nm}$ passes through two slits $0.250\,\mathrm{mm}$ apart. A screen is $2.40\,\mathrm{m}$ away. What is the fringe spacing? Give the unit and a sensible number of significant figures.`,
      hint: String.raw`Turn all lengths into metres and use $w = \frac{\lambda D}{s}$. Which length is $D$ and which is $s$?`,
      explanation: String.raw`$$\begin{aligned} w &= \frac{\lambda D}{s} = \frac{650 \times 10^{-9} \times 2.40}{0.250 \times 10^{-3}} \\ &= 6.24 \times 10^{-3}\,\mathrm{m} = 6.24\,\mathrm{mm} \end{aligned}$$

All data have three significant figures, so give three, or two.`,
      value: '6.24e-3',
      unit: 'm',
      unit_asked: true,
      figures: { min: 2, max: 3 },
      known: [
        {
          value: '6.77e-11',
          feedback: String.raw`Smaller than an atom: you have swapped $s$ and $D$. The distance to the screen belongs above the line.`,
          misconception: 's and D swapped',
        },
        {
          value: '3.12e-3',
          feedback:
            'This is half of the spacing, from a bright fringe to the dark one beside it. Fringe spacing is measured between neighbouring bright fringes.',
          misconception: 'Half of a spacing',
        },
        {
          value: '1.25e-2',
          feedback:
            'This is two spacings, between the first bright fringes on either side of the centre.',
          misconception: 'Two spacings',
        },
      ],
    },
    {
      kind: 'choice',
      text: 'Light passes through two slits and makes fringes on a screen. Which change moves the fringes further apart?',
      hint: String.raw`Look at $w = \frac{\lambda D}{s}$: what has to grow, and what has to shrink?`,
      explanation: String.raw`In $w = \frac{\lambda D}{s}$ the spacing grows with the wavelength and with the distance to the screen, and shrinks when the slits are further apart. The brightness is not in it.`,
      choices: [
        {
          text: 'Moving the screen further away',
          is_right: true,
          feedback: String.raw`Yes: $w$ is proportional to $D$.`,
        },
        {
          text: 'Moving the slits further apart',
          is_right: false,
          feedback: String.raw`$s$ is below the line, so wider apart slits bring the fringes *closer* together.`,
          misconception: 'Slits further apart, fringes further apart',
        },
        {
          text: 'Using blue light instead of red',
          is_right: false,
          feedback: 'Blue light has the shorter wavelength, so its fringes are closer together.',
          misconception: 'A shorter wavelength spreads the fringes',
        },
        {
          text: 'Using brighter light of the same colour',
          is_right: false,
          feedback: 'The bright fringes become brighter, but they stay where they are.',
        },
      ],
    },
  ],
  live: [
    {
      kind: 'choice',
      several: true,
      text: 'What must two sources have in common, or between them, to be coherent?',
      hint: 'Coherence is about whether the pattern stands still, not about how clear it is.',
      explanation:
        'Two sources are coherent if they have the same frequency and a constant phase difference. Then the path difference alone decides where waves add up and where they cancel, and the pattern stays in place. Equal amplitudes make the dark fringes darker, but they are not needed.',
      choices: [
        {
          text: 'The same frequency',
          is_right: true,
          feedback: 'Yes. Otherwise the phase difference would change all the time.',
        },
        {
          text: 'A constant phase difference',
          is_right: true,
          feedback: 'Yes. It may have any value as long as it stays the same.',
        },
        {
          text: 'The same amplitude',
          is_right: false,
          feedback:
            'With different amplitudes the waves do not cancel completely, but the fringes stay where they are.',
          misconception: 'Coherent means equal in amplitude',
        },
        {
          text: 'No phase difference',
          is_right: false,
          feedback:
            'Sources in phase are coherent, but so are sources in antiphase, or anything between, as long as it does not change.',
          misconception: 'Coherent means in phase',
        },
      ],
    },
  ],
});
