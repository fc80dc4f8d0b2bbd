/** `npm run soak -- [--seeds N] [--minutes M]`: the nightly counts of the simulations, then a live engine's memory. Ends with 1 on any violation. */
import { parseArgs } from 'node:util'
import { engineMemory } from './soak/engineMemory.ts'
import { fuzzedFeed } from './soak/fuzzedFeed.ts'
import { simulatedDays } from './soak/simulatedDays.ts'

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '5000' }, minutes: { type: 'string', default: '30' } } })
const [seeds, minutes] = [Number(values.seeds), Number(values.minutes)]
if (!Number.isInteger(seeds) || seeds < 0 || !(minutes >= 0)) {
  process.stderr.write('--seeds takes a whole number of simulated days, --minutes how long the engine runs\n')
  process.exit(2)
}

const say = (text: string) => void process.stdout.write(`${text}\n`)
const problems = [
  ...(await simulatedDays(seeds, say)),
  ...(await fuzzedFeed(seeds, say)),
  ...(minutes > 0 ? await engineMemory(minutes, say) : []),
]
for (const problem of problems) say(problem)
say(problems.length === 0 ? 'Every promise was kept.' : `${problems.length} promises were broken.`)
process.exit(problems.length === 0 ? 0 : 1)
