import { expect, it } from 'vitest'
import type { AgentReason } from '../../../schema/trading/agent.ts'
import { comparedText } from './comparedText.ts'

const CASES: Readonly<Record<AgentReason, readonly [numbers: Readonly<Record<string, string>>, text: string | null]>> = {
  TOO_EARLY: [{ candles: '12', needed: '50' }, '12 of 50 candles'],
  TOO_LATE: [{ minute: '350', last: '334' }, 'minute 350 of the day, the last is 334'],
  HISTORY_SHORT: [{ sessions: '41', needed: '60' }, '41 of 60 sessions'],
  DATA_GAP: [{ minutes: '4', most: '2' }, '4 minutes missing in a row, at most 2 may be'],
  FLAT: [{ volatility: '0' }, 'a usual minute moves 0.00%'],
  FEW_ANALOGUES: [{ analogues: '12', needed: '30' }, '12 of 30 moments'],
  NOT_SIMILAR: [{ similarity: '0.912345', needed: '—' }, 'similarity 0.912, the usual one is —'],
  BELOW_COSTS: [{ lower: '-0.039015532077187956', side: 'PE' }, 'the 99% interval of the put begins at −3.90%'],
  UNPROVEN: [{ evidence: '1.3', threshold: '560' }, 'evidence ×1.30 of ×560'],
  NO_QUOTE: [{}, null],
}

it.each(Object.entries(CASES))('%s says what it compared', (reason, [numbers, text]) => {
  const named = Object.entries(numbers).map(([name, value]) => ({ name, value }))
  expect(comparedText(reason as AgentReason, named)).toBe(text)
})
