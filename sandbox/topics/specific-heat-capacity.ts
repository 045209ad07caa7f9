// A sample topic: specific heat capacity.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const specificHeatCapacity = sampleTopic({
  name: 'Specific heat capacity',
  course: 'gcse',
  reference: '4.3.2.2, 4.1.1.3',
  videos: [
    ['Temperature and internal energy', 6],
    ['E = mcΔθ', 5],
    ['Heating in practice', 8],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`How much energy does it take to warm $0.50\,\mathrm{kg}$ of water from $20\,^\circ\mathrm{C}$ to $80\,^\circ\mathrm{C}$? The specific heat capacity of water is $4200\,\mathrm{J/kg\,^\circ C}$.`,
      hint: String.raw`$\Delta\theta$ is the *change* in temperature. By how many degrees does the water warm up?`,
      explanation: String.raw`The temperature rises by $\Delta\theta = 80\,^\circ\mathrm{C} - 20\,^\circ\mathrm{C} = 60\,^\circ\mathrm{C}$.

$$\begin{aligned} \Delta E &= mc\Delta\theta = 0.50 \times 4200 \times 60 \\ &= 1.26 \times 10^5\,\mathrm{J} \end{aligned}$$`,
      value: '1.26e5',
      unit: 'J',
      known: [
        mistake(
          '1.68e5',
          String.raw`You used the final temperature, $80\,^\circ\mathrm{C}$. The equation needs the change in temperature.`,
          'Final temperature instead of the change',
        ),
        mistake(
          '4.2e4',
          String.raw`You used the starting temperature, $20\,^\circ\mathrm{C}$. The equation needs the change in temperature.`,
          'Starting temperature instead of the change',
        ),
        mistake(
          '2.52e5',
          String.raw`This is the energy for a whole kilogram. There is only $0.50\,\mathrm{kg}$ of water.`,
          'Left out the mass',
        ),
      ],
    },
    {
      kind: 'number',
      text: String.raw`A $2.4\,\mathrm{kW}$ kettle warms $1.5\,\mathrm{kg}$ of water by $75\,^\circ\mathrm{C}$. How long does this take if no energy is wasted? The specific heat capacity of water is $4200\,\mathrm{J/kg\,^\circ C}$.`,
      hint: 'Two steps: first the energy that the water needs, then the time from energy and power. Power must be in watts.',
      explanation: String.raw`The water needs

$$\begin{aligned} \Delta E &= mc\Delta\theta = 1.5 \times 4200 \times 75 \\ &= 4.725 \times 10^5\,\mathrm{J} \end{aligned}$$

The kettle transfers $2400\,\mathrm{J}$ each second, so

$$t = \frac{\Delta E}{P} = \frac{4.725 \times 10^5\,\mathrm{J}}{2400\,\mathrm{W}} = 197\,\mathrm{s}$$

A real kettle takes longer, because it also warms itself and the air around it.`,
      value: '197',
      unit: 's',
      known: [
        mistake(
          '196875',
          String.raw`More than two days! You divided by $2.4$, but $2.4\,\mathrm{kW}$ is $2400\,\mathrm{W}$.`,
          'Kilowatts not turned into watts',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'choice',
      text: String.raw`A block of copper and a block of aluminium have the same mass. Identical heaters warm them for the same time, and nothing escapes. Which block warms up faster? The specific heat capacity is $385\,\mathrm{J/kg\,^\circ C}$ for copper and $900\,\mathrm{J/kg\,^\circ C}$ for aluminium.`,
      hint: String.raw`Solve $\Delta E = mc\Delta\theta$ for $\Delta\theta$. Where does $c$ end up?`,
      explanation: String.raw`Both blocks get the same energy and have the same mass, so

$$\Delta\theta = \frac{\Delta E}{mc}$$

is larger where $c$ is smaller. The copper's temperature rises more than twice as fast, by a factor of $900/385 \approx 2.3$.`,
      choices: [
        right('The copper block', 'Yes. A kilogram of copper needs less energy for each degree.'),
        wrong(
          'The aluminium block',
          'A larger specific heat capacity means that *more* energy is needed for each degree, so the temperature rises more slowly.',
          'Larger specific heat capacity warms faster',
        ),
        wrong(
          'Both at the same rate',
          'They get the same energy, but the same energy does not mean the same rise in temperature. That depends on the material.',
          'Same energy means same temperature rise',
        ),
        wrong(
          'It cannot be decided from this.',
          'It can: energy and mass are the same for both, and you know the specific heat capacities.',
        ),
      ],
    },
  ],
});
