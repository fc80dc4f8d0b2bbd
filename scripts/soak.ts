/**
 * `npm run soak -- [--seeds N] [--minutes M]`: the nightly counts of the simulations, then a live engine's memory.
 * `npm run soak -- agent [--seeds N]`: the research agent on markets whose truth is known: with a pattern, the default sandbox's, and N more
 * without one (200 by default). Ends with 1 on any violation.
 */
import { parseArgs } from 'node:util'
import { agentSkill } from './soak/agentSkill.ts'
import { engineMemory } from './soak/engineMemory.ts'
import { fuzzedFeed } from './soak/fuzzedFeed.ts'
import { simulatedDays } from './soak/simulatedDays.ts'

const { values, positionals } = parseArgs({
  options: { seeds: { type: 'string' }, minutes: { type: 'string', default: '30' } },
  allowPositionals: true,
})
const isAgent = positionals[0] === 'agent'
const [seeds, minutes] = [Number(values.seeds ?? (isAgent ? '200' : '5000')), Number(values.minutes)]
if (positionals.length > Number(isAgent)) {
  process.stderr.write(`there is no soak of "${positionals.join(' ')}"; there is agent\n`)
  process.exit(2)
}
if (!Number.isInteger(seeds) || seeds < 0 || !(minutes >= 0)) {
  process.stderr.write('--seeds takes a whole number of simulated days, --minutes how long the engine runs\n')
  process.exit(2)
}

const say = (text: string) => void process.stdout.write(`${text}\n`)
const problems = isAgent
  ? agentSkill(seeds, say)
  : [...(await simulatedDays(seeds, say)), ...(await fuzzedFeed(seeds, say)), ...(minutes > 0 ? await engineMemory(minutes, say) : [])]
for (const problem of problems) say(problem)
say(problems.length === 0 ? 'Every promise was kept.' : `${problems.length} promises were broken.`)
process.exit(problems.length === 0 ? 0 : 1)
