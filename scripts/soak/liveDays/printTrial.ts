import { SECOND, type Instant } from '../../../schema/time.ts'
import type { Comparison } from './Comparison.ts'
import type { IncidentWatch } from './IncidentWatch.ts'
import { happenedAround, inIndia } from './judgeAccounts.ts'
import { quantile, type StopTimes } from './measureStops.ts'
import type { OwnersAct } from './ownersActs.ts'
import type { Trial } from './startTrial.ts'

/** Lines that are printed of what happened around a difference. */
const MOST_LINES = 60
/** Market milliseconds around a difference from which acts and incidents are named. */
const AROUND = 60 * SECOND
/** Spans without an exit that are listed. */
const MOST_SPANS = 12

export interface TrialResult {
  readonly comparison: Comparison
  readonly acts: readonly OwnersAct[]
  readonly incidents: IncidentWatch['seen']
  readonly stops: StopTimes
  readonly kills: readonly Instant[]
}

/** Prints what agrees, the times, the incidents, what owners did, and every difference with what happened around it. */
export function printTrial(trial: Trial, { comparison, acts, incidents, stops, kills }: TrialResult, say: (text: string) => void): void {
  const { mirror, terms, traders } = trial
  const named = new Map(traders.map(({ name, account }) => [account.clientCode, name]))
  say('\n| compared | agree of total |\n| --- | --- |')
  for (const { compared, agree, total } of comparison.rows) say(`| ${compared} | ${agree} of ${total} |`)

  const { seconds, never, naked } = stops
  const [median, most, longest] = [quantile(seconds, 0.5), quantile(seconds, 0.9), seconds.at(-1) ?? NaN]
  say(
    `\nFrom a fill until its stop rests, in seconds: p50 ${median.toFixed(2)}, p90 ${most.toFixed(2)}, max ${longest.toFixed(2)} of ${seconds.length} legs; ${never} legs were over before.`,
  )
  say(
    'Units without an order that would close them, the longest (real seconds), but for contracts that an owner had moved to another product:',
  )
  for (const { from, lasts, units, clientCode, option } of naked.filter(({ isMoved }) => !isMoved).slice(0, MOST_SPANS))
    say(`  ${(lasts / SECOND / terms.speed).toFixed(1)} s from ${inIndia(from)}: ${units} × ${option} of ${named.get(clientCode)}`)

  say('\nIncidents:')
  for (const { trader, kind, option, units, since, firstSeen, lastSeen, looks, trueLooks, subject } of incidents) {
    const stood = `${((lastSeen - since) / SECOND).toFixed(1)} s from ${inIndia(mirror.marketAt(since))}`
    const late = firstSeen - since > 2 * SECOND ? `, first seen ${((firstSeen - since) / SECOND).toFixed(1)} s after` : ''
    say(
      `  ${kind} ${trader} ${option} (${units.join(', ')}): ${stood}${late}; so at the exchange in ${trueLooks} of ${looks} looks; ${subject}`,
    )
  }
  if (kills.length > 0) say(`\nThe engine was killed at ${kills.map((time) => inIndia(mirror.marketAt(time))).join(', ')}.`)

  const counted = new Map<string, number>()
  for (const { act } of acts) counted.set(act, (counted.get(act) ?? 0) + 1)
  say(`\nOwners' acts: ${[...counted].map(([act, count]) => `${act} ${count}`).join(', ')}.`)

  say(`\n${comparison.differences.length} differences:`)
  for (const [i, { compared, text, clientCode, option, at: time }] of comparison.differences.entries()) {
    const whose = `${named.get(clientCode) ?? clientCode} ${option ?? ''}`
    say(`\n${i + 1}. ${compared}\n   ${whose} ${time === null ? '' : inIndia(time)}: ${text}`)
    if (time === null) continue
    const isNear = (market: Instant) => Math.abs(market - time) <= AROUND
    for (const act of acts)
      if (isNear(act.market) && named.get(clientCode) === act.trader && (option === null || act.option === option))
        say(`     owner ${inIndia(act.market)} ${act.act}: ${act.outcome}`)
    for (const incident of incidents)
      if (incident.clientCode === clientCode && incident.option === option && isNear(mirror.marketAt(incident.since)))
        say(`     incident ${inIndia(mirror.marketAt(incident.since))} ${incident.kind} ${incident.units.join(', ')}`)
    for (const line of happenedAround(mirror.entries, clientCode, option, time).slice(0, MOST_LINES)) say(`     ${line}`)
  }
}
