// A sample topic: the Young modulus.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const youngModulus = sampleTopic({
  name: 'The Young modulus',
  course: 'a-level',
  reference: '3.4.2.2',
  videos: [
    ['Stress and strain', 6],
    ['The experiment', 8],
    ['Reading the graph', 5],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`A wire $1.60\,\mathrm{m}$ long has a diameter of $0.400\,\mathrm{mm}$. A load of $45.0\,\mathrm{N}$ stretches it by $2.90\,\mathrm{mm}$ within its limit of proportionality. What is the Young modulus of its material? Give the unit and a sensible number of significant figures.`,
      hint: String.raw`Start with the cross-sectional area, in square metres. You are given the *diameter*.`,
      explanation: String.raw`The area of the cross-section is

$$\begin{aligned} A &= \pi \times (0.200 \times 10^{-3}\,\mathrm{m})^2 \\ &= 1.257 \times 10^{-7}\,\mathrm{m^2} \end{aligned}$$

so

$$\begin{aligned} E &= \frac{\text{stress}}{\text{strain}} = \frac{FL}{A\,\Delta L} \\ &= \frac{45.0 \times 1.60}{1.257 \times 10^{-7} \times 2.90 \times 10^{-3}} \\ &= 1.98 \times 10^{11}\,\mathrm{Pa} \end{aligned}$$

This is close to the value for steel.`,
      value: '1.98e11',
      unit: 'Pa',
      unit_asked: true,
      figures: { min: 2, max: 3 },
      known: [
        mistake(
          '4.94e10',
          String.raw`You used the diameter as the radius. That makes the area four times too large.`,
          'Diameter taken for the radius',
        ),
      ],
    },
    {
      kind: 'choice',
      text: 'Two wires of the same metal have the same length and carry the same load. The second has twice the diameter. Compare its extension with that of the first.',
      hint: String.raw`Solve $E = \frac{FL}{A\,\Delta L}$ for $\Delta L$. How does $A$ depend on the diameter?`,
      explanation: String.raw`$$\Delta L = \frac{FL}{EA} \qquad A = \frac{\pi d^2}{4}$$

Twice the diameter is four times the area, so the stress, the strain and the extension are a quarter as large.`,
      choices: [
        right('A quarter', 'Yes: the area is four times as large.'),
        wrong(
          'A half',
          String.raw`The area is proportional to $d^2$, not to $d$.`,
          'Area is proportional to the diameter',
        ),
        wrong(
          'The same',
          'The *Young modulus* is the same, because the material is. The extension depends on the size of the wire as well.',
          'The material alone decides the extension',
        ),
        wrong('Double', 'A thicker wire is harder to stretch.'),
      ],
    },
  ],
  live: [
    {
      kind: 'choice',
      text: 'On a graph of stress against strain, what does the gradient of the straight part tell you?',
      hint: 'The gradient is what is on the vertical axis divided by what is on the horizontal axis.',
      explanation: String.raw`The gradient is stress divided by strain, which is the Young modulus. It is the same for every sample of the material. A graph of *force* against *extension* has the stiffness $k$ of this one sample as its gradient.`,
      choices: [
        right('The Young modulus of the material', 'Yes: stress divided by strain.'),
        wrong(
          'The stiffness of the sample',
          'That is the gradient of a graph of force against extension.',
          'Taken for force against extension',
        ),
        wrong(
          'The energy stored in each cubic metre',
          'That is the *area* under this graph.',
          'Area instead of gradient',
        ),
        wrong(
          'The breaking stress',
          'That is a single value on the vertical axis, where the graph ends.',
        ),
      ],
    },
  ],
});
