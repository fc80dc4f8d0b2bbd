import { usualPattern } from '../../engine/sandbox/sources/plantPattern.ts'
import { calibrationError, measureSkill } from '../../engine/analysis/agent/testing/measureSkill.ts'

const SEEDS = [1, 2, 3]
const W = usualPattern('w')
/** What each market has to come to: shares, and sessions. */
const PLANTED = [
  { name: 'W on half of the days', pattern: W, sessions: 300, found: 0.85, opensWithin: 130, net: 0.05 },
  {
    name: 'W or its mirror every day',
    pattern: { ...W, rate: 1, drift: 1.5, noise: 0.3, isMirrored: true },
    sessions: 240,
    found: 0.9,
    opensWithin: 60,
    net: 0.08,
  },
]
const MOST_MISCALIBRATED = 0.05
const CLOSES_WITHIN = 60
/** Of random markets, the share whose gate may open. */
const MOST_OPEN = 0.05

/** The agent on markets whose truth is known: drawn ones, those with a pattern, and those whose pattern ends. Gives what it fell short of. */
export function agentSkill(randomMarkets: number, say: (text: string) => void): string[] {
  const problems: string[] = []
  const claim = (isKept: boolean, text: string) => {
    if (!isKept) problems.push(text)
    say(`${isKept ? 'kept' : 'BROKEN'}: ${text}`)
  }
  for (const { name, pattern, sessions, found, opensWithin, net } of PLANTED)
    for (const seed of SEEDS) {
      const skill = measureSkill(seed, { pattern, sessions })
      const error = calibrationError(skill.walk.record)
      const isKept =
        skill.found / skill.planted >= found &&
        skill.wrong === 0 &&
        skill.opensAfter !== null &&
        skill.opensAfter <= opensWithin &&
        skill.net >= net &&
        error <= MOST_MISCALIBRATED
      const { openedOn, closedOn } = skill.walk.record.gate
      claim(
        isKept,
        `${name}, seed ${seed}: found ${skill.found} of ${skill.planted}, wrong side ${skill.wrong}, gate open after ${skill.opensAfter ?? '–'} sessions${openedOn !== null && closedOn !== null ? `, closed on ${closedOn}` : ''}, ${skill.walk.gated.length} trades at ${percent(skill.net)}, calibration error ${percent(error)}`,
      )
    }
  for (const seed of SEEDS) {
    const { closesAfter, opensAfter } = measureSkill(seed, { pattern: PLANTED[1]!.pattern, sessions: 180, withoutPattern: 90 })
    claim(
      opensAfter !== null && closesAfter !== null && closesAfter > 0 && closesAfter <= CLOSES_WITHIN,
      `pattern ends, seed ${seed}: gate closed ${closesAfter ?? '–'} sessions later`,
    )
  }
  let [open, leads, scans] = [0, 0, 0]
  for (let seed = 1; seed <= randomMarkets; seed++) {
    const { record } = measureSkill(2_000 + seed, { pattern: null, sessions: 260, everyMinutes: 30 }).walk
    open += Number(record.gate.openedOn !== null)
    leads += record.leads
    scans += record.scans
  }
  if (randomMarkets > 0)
    claim(
      open <= MOST_OPEN * randomMarkets && leads / scans <= 0.005,
      `random markets: ${open} gates of ${randomMarkets} opened, leads in ${percent(leads / scans)} of ${scans} scans`,
    )
  return problems
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`
}
