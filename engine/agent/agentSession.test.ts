import { expect, it } from 'vitest'
import { MarketRules, SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { SHIPPED_MARKET_TABLES } from '../../schema/market/shippedTables.ts'
import { istInstant } from '../../schema/time.ts'
import { agentSession } from './agentSession.ts'

const hours = (date: string) => ({ open: istInstant(date, 9 * 60 + 15), close: istInstant(date, 15 * 60 + 30) })

it('is the whole session of a trading day, on a Saturday too, and with a closing auction', () => {
  for (const date of ['2024-01-19', '2024-01-20', '2026-08-03']) expect(agentSession(SHIPPED_MARKET_RULES, date)).toEqual(hours(date))
})

it('is none on a holiday, on the evening of Muhurat, on a Saturday of drills, and on a weekday that trades for an hour', () => {
  for (const date of ['2024-01-26', '2024-11-01', '2024-03-02']) expect(agentSession(SHIPPED_MARKET_RULES, date)).toBeNull()
  const short = { date: '2024-01-19', open: '13:45', close: '14:45', note: 'of a test' }
  const rules = new MarketRules({ ...SHIPPED_MARKET_TABLES, specialSessions: [...SHIPPED_MARKET_TABLES.specialSessions, short] })
  expect(rules.isTradingDay('2024-01-19')).toBe(true)
  expect(agentSession(rules, '2024-01-19')).toBeNull()
})
