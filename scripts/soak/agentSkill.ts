import { usualPattern } from '../../engine/sandbox/sources/plantPattern.ts'
import { calibrationError } from '../../engine/analysis/agent/calibration.ts'
import { isOpen } from '../../engine/analysis/agent/gate.ts'
import { measureSkill } from '../../engine/analysis/agent/testing/measureSkill.ts'
import { exploratoryDays } from './exploratoryDays.ts'

const SEEDS = [1, 2, 3]
const W = usualPattern('w')
/** What each market must reach: shares, and sessions. */
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
/** Of the default sandbox: sessions, 400 of them after the warm-up, and the bounds of the 80 % interval. */
const DEFAULT_SESSIONS = 460
const COVERED = { least: 0.78, most: 0.82 }
/** Days on which the user of a new agent is to see it trade on paper. */
const EXPLORED_DAYS = 100
/** Of random markets, the share whose gate may open. */
const MOST_OPEN = 0.05

type Claim = (isKept: boolean, text: string) => void

/**
 * The agent on markets whose truth is known: with a pattern, with one that ends, the default sandbox's, and so many drawn ones. Returns
 * its shortfalls.
 */
export function agentSkill(randomMarkets: number, say: (text: string) => void): string[] {
  const problems: string[] = []
  const claim: Claim = (isKept, text) => {
    if (!isKept) problems.push(text)
    say(`${isKept ? 'kept' : 'BROKEN'}: ${text}`)
  }
  plantedMarkets(claim)
  patternsThatEnd(claim)
  defaultSandbox(claim)
  exploration(claim)
  if (randomMarkets > 0) drawnMarkets(randomMarkets, claim)
  return problems
}

function plantedMarkets(claim: Claim): void {
  for (const { name, pattern, sessions, found, opensWithin, net } of PLANTED)
    for (const seed of SEEDS) {
      const skill = measureSkill(seed, { pattern, sessions })
      const error = calibrationError(skill.walk.record.reliability) ?? NaN
      const isKept =
        skill.found / skill.planted >= found &&
        skill.wrong === 0 &&
        skill.opensAfter !== null &&
        skill.opensAfter <= opensWithin &&
        skill.closings.length === 0 &&
        skill.net >= net &&
        error <= MOST_MISCALIBRATED
      claim(
        isKept,
        `${name}, seed ${seed}: found ${skill.found} of ${skill.planted}, wrong side ${skill.wrong}, gate open after ${skill.opensAfter ?? '–'} sessions${skill.walk.closings.map((date) => `, closed on ${date}`).join('')}, ${skill.walk.gated.length} trades at ${percent(skill.net)}, calibration error ${percent(error)}`,
      )
    }
}

function patternsThatEnd(claim: Claim): void {
  for (const seed of SEEDS) {
    const { closings, opensAfter, walk } = measureSkill(seed, { pattern: PLANTED[1]!.pattern, sessions: 180, withoutPattern: 90 })
    claim(
      opensAfter !== null &&
        closings.length === 1 &&
        closings.every((after) => after > 0 && after <= CLOSES_WITHIN) &&
        !isOpen(walk.record.gate),
      `pattern ends, seed ${seed}: gate closed ${closings.join(', ') || '–'} sessions later${isOpen(walk.record.gate) ? ', OPEN at the end' : ''}`,
    )
  }
}

function defaultSandbox(claim: Claim): void {
  for (const seed of SEEDS) {
    const { walk, opensAfter } = measureSkill(seed, { pattern: null, sessions: DEFAULT_SESSIONS })
    const { scans, leads, covered, outcomes, gate } = walk.record
    const coverage = covered / outcomes
    claim(
      opensAfter === null && walk.gated.length === 0 && coverage >= COVERED.least && coverage <= COVERED.most,
      `default sandbox, seed ${seed}: ${walk.gated.length} trades, gate ${opensAfter === null ? 'closed' : 'OPEN'}, highest evidence ×${gate.peak.toFixed(2)}, leads in ${percent(leads / scans)} of ${scans} scans, ${percent(coverage)} of ${outcomes} moves in the interval`,
    )
  }
}

function exploration(claim: Claim): void {
  let [days, trades] = [0, 0]
  for (const seed of SEEDS) {
    const explored = exploratoryDays(seed, EXPLORED_DAYS)
    const some = explored.filter((count) => count > 0).length
    const sum = explored.reduce((total, count) => total + count, 0)
    days += some
    trades += sum
    claim(
      Math.max(...explored) <= 3,
      `default sandbox, seed ${seed}: exploratory trades on ${some} of ${EXPLORED_DAYS} days, ${(sum / EXPLORED_DAYS).toFixed(2)} a day, ${Math.max(...explored)} at most`,
    )
  }
  const all = SEEDS.length * EXPLORED_DAYS
  claim(days > all / 2, `default sandbox: exploratory trades on ${days} of ${all} days, ${(trades / all).toFixed(2)} a day`)
}

function drawnMarkets(count: number, claim: Claim): void {
  let [open, trades, leads, scans] = [0, 0, 0, 0]
  for (let seed = 1; seed <= count; seed++) {
    const { record, gated, openings } = measureSkill(2_000 + seed, { pattern: null, sessions: 260, everyMinutes: 30 }).walk
    open += Number(openings.length > 0)
    trades += gated.length
    leads += record.leads
    scans += record.scans
  }
  claim(
    open <= MOST_OPEN * count && leads / scans <= 0.005,
    `random markets of 260 sessions: ${open} gates of ${count} opened, ${trades} trades, leads in ${percent(leads / scans)} of ${scans} scans`,
  )
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)}%`
}
