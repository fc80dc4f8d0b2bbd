import { describe, expect, it } from 'vitest'
import { describeHealth, type Health } from './describeHealth.ts'

const WELL: Health = {
  market: { engineRunning: true, feedConnected: true, isOpen: true },
  scheduler: { isRunning: true, asOf: '2026-07-01T04:35:00Z', lastRun: { problem: null } },
  broker: { isConfigured: true, isConnected: true },
  alerts: [],
}
const LATE = { kind: 'FEED_LATE' as const, text: 'No index ticks.' }

describe('the sentence on health', () => {
  it('is missing until something is known', () => expect(describeHealth({ ...WELL, market: null })).toBeNull())

  it.each<[string, Partial<Health>]>([
    ['All is well: the engine runs, prices arrive, and figures are kept up to date.', {}],
    [
      'All is well: the engine runs, the market is closed.',
      { market: { engineRunning: true, feedConnected: false, isOpen: false }, scheduler: null },
    ],
  ])('says that all is well: %s', (text, changes) => expect(describeHealth({ ...WELL, ...changes })).toEqual({ isWell: true, text }))

  it.each<[string, Partial<Health>]>([
    [
      'The trading engine does not respond: no trades are opened, and stops are not watched.',
      { market: { engineRunning: false, feedConnected: false, isOpen: true } },
    ],
    ['The market is open, but no prices arrive.', { market: { engineRunning: true, feedConnected: false, isOpen: true } }],
    [
      'The market is open, but no prices arrive. A job failed.',
      {
        market: { engineRunning: true, feedConnected: false, isOpen: true },
        alerts: [LATE, { kind: 'JOB_FAILED', text: 'A job failed.' }],
      },
    ],
    ['No index ticks.', { alerts: [LATE] }],
    ['The admin broker is configured but not signed in.', { broker: { isConfigured: true, isConnected: false } }],
    ['The last performance update failed.', { scheduler: { isRunning: true, asOf: null, lastRun: { problem: 'It broke' } } }],
    [
      'The performance scheduler is stopped: figures are not calculated yet.',
      { scheduler: { isRunning: false, asOf: null, lastRun: null } },
    ],
  ])('says what is wrong: %s', (text, changes) => expect(describeHealth({ ...WELL, ...changes })).toEqual({ isWell: false, text }))
})
