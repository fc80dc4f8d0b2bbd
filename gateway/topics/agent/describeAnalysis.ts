import { INDICES } from '../../../schema/market/indices.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import { formatTimeOfDay, istMinuteOfDay, MINUTE, type Instant } from '../../../schema/time.ts'
import type { AgentRecord } from '../../../schema/trading/agentRecord.ts'

const percent = (fraction: number) => `${(fraction * 100).toFixed(1).replace('-', '\u2212')}%`

/** What a record found, and what is done about it, in plain words: all of it is in the record. */
export function describeAnalysis(record: AgentRecord): string {
  const { verdict, lead, exploratory } = record
  if (verdict !== 'NO_TRADE') return `${evidenceText(record, lead)} Buy ${named(verdict === 'BUY_CE' ? 'CE' : 'PE')}.`
  const explored = exploratory === null ? '' : ` Agents that explore on paper may buy ${named(exploratory)}, UNPROVEN.`
  return `${refusalText(record)} No trade.${explored}`
}

/** "50 similar moments since 2021: 24 would have earned with a call, on average −1.1% after costs." Of a side; null: the one that did better. */
export function evidenceText({ findings, history }: AgentRecord, side: OptionType | null): string {
  if (!findings) return 'No similar moments were priced.'
  const shown = side ?? betterOf(findings)
  const { count, mean, hits } = findings.sides[shown]
  const since = history.first === null ? '' : ` since ${history.first.slice(0, 4)}`
  return `${count} similar moments${since}: ${hits} would have earned with ${named(shown)}, on average ${percent(mean)} after costs.`
}

/** Why there is no trade. Of two sides it reports the one that may be explored, else the better one. */
function refusalText(record: AgentRecord): string {
  const { lookback, history, findings, exploratory } = record
  const seen = evidenceText(record, exploratory)
  const name = INDICES[record.symbol].label
  switch (record.reason) {
    case 'TOO_EARLY':
      return `${name} needs ${lookback} candles of the day: ${formatTimeOfDay(istMinuteOfDay(openOf(record)) + lookback)}.`
    case 'TOO_LATE':
      return 'Too late in the day: a trade could no longer run its time before the close.'
    case 'HISTORY_SHORT':
      return `Too little history: ${storedText(history.sessions, name)} stored.`
    case 'DATA_GAP':
      return 'Some minutes of today are missing, so it cannot be compared with the past.'
    case 'FLAT':
      return `${name} has not moved in the last ${lookback} minutes: there is no shape to compare.`
    case 'FEW_ANALOGUES':
      return `Only ${String(record.numbers['analogues'] ?? 'a few')} similar moments were found.`
    case 'NOT_SIMILAR':
      return `${seen} They are less similar than such moments usually are.`
    case 'NO_QUOTE':
      return `${seen} The option has no usable quote.`
    case 'UNPROVEN':
      return `${seen} That is more than chance, but the record so far does not prove skill.`
    case 'BELOW_COSTS':
    case null:
      return findings ? `${seen}${luckText(findings.sides[exploratory ?? betterOf(findings)])}` : seen
  }
}

function storedText(sessions: number, name: string): string {
  if (sessions === 0) return `no finished session of ${name} is`
  return sessions === 1 ? `one finished session of ${name} is` : `${sessions} finished sessions of ${name} are`
}

/** When the session of a record began, by the minute of its last candle. */
function openOf({ candleAt, minute }: AgentRecord): Instant {
  return candleAt - minute * MINUTE
}

/** Of a mean above zero: why it does not suffice. */
function luckText({ mean, lower }: { readonly mean: number; readonly lower: number }): string {
  return mean > 0 ? ` That may be luck: the 99% interval reaches down to ${percent(lower)}.` : ''
}

const betterOf = ({ sides: { CE, PE } }: NonNullable<AgentRecord['findings']>): OptionType => (CE.lower >= PE.lower ? 'CE' : 'PE')

const named = (side: OptionType) => (side === 'CE' ? 'a call' : 'a put')
