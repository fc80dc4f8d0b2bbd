/**
 * `npm run soak -- [--seeds N] [--minutes M]`: the nightly counts of the simulations, then a live engine's memory.
 * `npm run soak -- agent [--seeds N]`: the research agent on markets whose truth is known: with a pattern, the default sandbox's, and N more
 * without one (200 by default).
 * `npm run soak -- live-days [--market nifty|sensex] [--from HH:MM] [--speed S] [--seed N] [--minutes M] [--keep FOLDER]`: the product with three
 * live accounts over an expiry day and the morning after, or M minutes of it, their owners at work in the broker's own SDK. Compiled where
 * SAKHA_TEST_COMPILED is set.
 * Ends with 1 on any violation.
 */
import { parseArgs } from 'node:util'
import { parseTimeOfDay } from '../schema/time.ts'
import { agentSkill } from './soak/agentSkill.ts'
import { engineMemory } from './soak/engineMemory.ts'
import { fuzzedFeed } from './soak/fuzzedFeed.ts'
import { liveDays } from './soak/liveDays.ts'
import { simulatedDays } from './soak/simulatedDays.ts'

const SOAKS = ['nightly', 'agent', 'live-days'] as const
const text = (otherwise: string) => ({ type: 'string', default: otherwise }) as const

const { values, positionals } = parseArgs({
  options: {
    ...{ seeds: { type: 'string' }, minutes: { type: 'string' }, keep: { type: 'string' } },
    ...{ market: text('nifty'), from: text('12:45'), speed: text('5'), seed: text('1') },
  },
  allowPositionals: true,
})
const soak = SOAKS.find((name) => name === (positionals[0] ?? 'nightly'))
if (soak === undefined || positionals.length > 1) quit(`there is no soak of "${positionals.join(' ')}"; there are ${SOAKS.join(', ')}`)
const [seeds, minutes] = [Number(values.seeds ?? (soak === 'agent' ? '200' : '5000')), Number(values.minutes ?? '30')]
if (!Number.isInteger(seeds) || seeds < 0 || !(minutes >= 0))
  quit('--seeds takes a whole number of simulated days, --minutes how long the engine runs')

const say = (line: string) => void process.stdout.write(`${line}\n`)
const problems = await problemsOf(soak)
for (const problem of problems) say(problem)
say(problems.length === 0 ? 'Every promise was kept.' : `${problems.length} promises were broken.`)
process.exit(problems.length === 0 ? 0 : 1)

async function problemsOf(name: (typeof SOAKS)[number]): Promise<readonly string[]> {
  switch (name) {
    case 'agent':
      return agentSkill(seeds, say)
    case 'live-days':
      return liveDays(liveOptions(), say)
    case 'nightly':
      return [
        ...(await simulatedDays(seeds, say)),
        ...(await fuzzedFeed(seeds, say)),
        ...(minutes > 0 ? await engineMemory(minutes, say) : []),
      ]
  }
}

function liveOptions(): Parameters<typeof liveDays>[0] {
  const { market, from, keep = null } = values
  const [speed, seed] = [Number(values.speed), Number(values.seed)]
  if (market !== 'nifty' && market !== 'sensex') return quit('--market takes nifty or sensex')
  if (parseTimeOfDay(from) === null || !(speed > 0) || !Number.isInteger(seed))
    return quit('--from takes a time of the day, HH:MM, --speed market seconds in a second, --seed a whole number')
  return { market, from, speed, seed, minutes: values.minutes === undefined ? null : minutes, keep }
}

function quit(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(2)
}
