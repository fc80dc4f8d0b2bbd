import { INDICES } from '../../../schema/market/indices.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import { formatTimeOfDay, istMinuteOfDay, MINUTE, type Instant } from '../../../schema/time.ts'
import type { AgentRecord } from '../../../schema/trading/agentRecord.ts'

const percent = (fraction: number) => `${(fraction * 100).toFixed(1).replace('-', '\u2212')} %`

/** What a record found, in plain words: all of it is in the record. */
export function describeAnalysis(record: AgentRecord): string {
  const { verdict, lookback, history, findings } = record
  const seen = evidenceText(record)
  if (verdict !== 'NO_TRADE') return `${seen} Buy a ${verdict === 'BUY_CE' ? 'call' : 'put'}.`
  const name = INDICES[record.symbol].label
  switch (record.reason) {
    case 'TOO_EARLY':
      return `${name} needs ${lookback} candles of the day: ${formatTimeOfDay(istMinuteOfDay(openOf(record)) + lookback)}. No trade.`
    case 'TOO_LATE':
      return 'Too late in the day: a trade could no longer run its time before the close. No trade.'
    case 'HISTORY_SHORT':
      return `Too little history: ${history.sessions} finished sessions of ${name} are stored. No trade.`
    case 'DATA_GAP':
      return 'Minutes of today are missing, so that it cannot be compared with the past. No trade.'
    case 'FLAT':
      return `${name} has not moved in the last ${lookback} minutes: there is no shape to compare. No trade.`
    case 'FEW_ANALOGUES':
      return `Only ${findings?.analogues.length ?? 0} similar moments were found. No trade.`
    case 'NOT_SIMILAR':
      return `${seen} They are less similar than such moments usually are. No trade.`
    case 'NO_QUOTE':
      return `${seen} The option has no usable quote. No trade.`
    case 'UNPROVEN':
      return `${seen} That is more than chance, but the record so far does not prove skill. No trade.`
    case 'BELOW_COSTS':
    case null:
      return `${seen} No trade.`
  }
}

/** When the session of a record began, by the minute of its last candle. */
function openOf({ candleAt, minute }: AgentRecord): Instant {
  return candleAt - minute * MINUTE
}

/** "50 similar moments since 2021: 24 would have earned with a call, on average −1.1 % after costs." Of a side; left out: the one that did better. */
export function evidenceText({ findings, history }: AgentRecord, side: OptionType | null = null): string {
  if (!findings) return 'No similar moments were priced.'
  const { CE, PE } = findings.sides
  const shown = side ?? (CE.lower >= PE.lower ? 'CE' : 'PE')
  const { count, mean, hits } = findings.sides[shown]
  const since = history.first === null ? '' : ` since ${history.first.slice(0, 4)}`
  return `${count} similar moments${since}: ${hits} would have earned with a ${shown === 'CE' ? 'call' : 'put'}, on average ${percent(mean)} after costs.`
}
