import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import { MINUTE, SECOND } from '../../schema/time.ts'
import { BrokerError, type InstrumentKey, type Tick } from '../broker/port.ts'
import { FeedWatch, STAGES } from './FeedWatch.ts'

const SENSEX = { exchange: 'BSE', token: '99919000' } as const
const LEG = { exchange: 'NFO', token: '43210' } as const
const tick = (key: InstrumentKey, at: number, price = 100_00): Tick => ({
  ...{ ...key, at, lastPrice: paise(price), bid: null, ask: null, bidQuantity: 0, askQuantity: 0 },
})

function setUp() {
  const steps: string[] = []
  const missed: InstrumentKey[] = []
  let quote: Tick | null = null
  const watch = new FeedWatch({
    feed: {
      resubscribe: (keys) => steps.push(`again ${keys.map(({ token }) => token).join(' ')}`),
      restart: (_reason, keys) => {
        steps.push(`anew ${(keys ?? []).map(({ token }) => token).join(' ')}`)
        watch.reconnected(keys ?? [], now)
      },
    },
    quotes: () => (quote ? Promise.resolve([quote]) : Promise.reject(new BrokerError('unreachable', 'of a test'))),
    onSilent: (keys) => missed.push(...keys),
    log: pino({ level: 'silent' }),
  })
  let now = 0
  /** Looks every second for so long, with time for each answer. */
  const pass = async (ms: number) => {
    for (const end = now + ms; now < end;) {
      now += SECOND
      watch.look(now, () => true)
      for (let i = 0; i < 5; i++) await Promise.resolve()
    }
  }
  const hear = (key: InstrumentKey, price?: number) => watch.heard(tick(key, now, price), now)
  return { watch, steps, missed, pass, hear, quoted: (next: Tick | null) => (quote = next), now: () => now }
}

describe('the watch over indices and open legs', () => {
  it('subscribes to a silent index again after 15 s, takes another connection after 30, warns after 60, and tries anew every five minutes', async () => {
    const { watch, steps, missed, pass, hear, now } = setUp()
    watch.follow(SENSEX, 'index', 'SENSEX', 0)
    hear(SENSEX)
    await pass(14 * SECOND)
    expect([steps, missed]).toEqual([[], []])
    await pass(SECOND)
    expect([steps, missed]).toEqual([['again 99919000'], [SENSEX]])
    await pass(15 * SECOND)
    expect(steps).toEqual(['again 99919000', 'anew 99919000'])
    await pass(29 * SECOND)
    expect([watch.muteAt(now()), watch.muteOf('index')]).toEqual([[], 0])
    await pass(SECOND)
    expect(watch.muteAt(now())).toEqual(['SENSEX has not ticked for 60 s while the market is open'])
    expect([watch.muteOf('index'), watch.muteOf('leg')]).toEqual([1, 0])
    await pass(5 * MINUTE)
    expect(steps.slice(2)).toEqual(['anew 99919000'])
    hear(SENSEX)
    await pass(3 * SECOND)
    hear(SENSEX)
    expect(watch.muteAt(now())).toEqual([])
  })

  it('the first tick of a new subscription, or one that is old, is no sign that it ticks again', async () => {
    const { watch, steps, pass, hear, now } = setUp()
    watch.follow(SENSEX, 'index', 'SENSEX', 0)
    hear(SENSEX)
    await pass(15 * SECOND)
    hear(SENSEX)
    await pass(5 * SECOND)
    watch.heard(tick(SENSEX, 0), now())
    await pass(10 * SECOND)
    expect(steps).toEqual(['again 99919000', 'anew 99919000'])
  })

  it('a connection that was replaced anyway is not replaced again before it is warned', async () => {
    const { watch, steps, pass, now } = setUp()
    watch.follow(SENSEX, 'index', 'SENSEX', 0)
    watch.reconnected([SENSEX], 0)
    await pass(30 * SECOND)
    expect([steps, watch.muteOf('index')]).toEqual([[], 1])
    watch.pause(now())
    expect(watch.muteOf('index')).toBe(0)
  })

  it('an open leg whose quote is what it last ticked at rests, for as long as it does', async () => {
    const { watch, steps, missed, pass, hear, quoted } = setUp()
    watch.follow(LEG, 'leg', 'an open leg', 0)
    hear(LEG, 100_00)
    quoted(tick(LEG, 0, 100_00))
    await pass(10 * MINUTE)
    expect([steps, missed]).toEqual([[], []])
  })

  it('an open leg that trades elsewhere and not here is subscribed to again, then on another connection, then warned of', async () => {
    const { watch, steps, pass, hear, quoted, now } = setUp()
    watch.follow(LEG, 'leg', 'an open leg', 0)
    hear(LEG, 100_00)
    quoted(tick(LEG, 1, 105_00))
    await pass(31 * SECOND)
    expect(steps).toEqual(['again 43210'])
    await pass(31 * SECOND)
    expect(steps).toEqual(['again 43210', 'anew 43210'])
    await pass(31 * SECOND)
    expect(watch.muteAt(now())).toHaveLength(1)
  })

  it('of a leg that the broker does not answer for nothing is known: nothing is done', async () => {
    const { watch, steps, pass } = setUp()
    watch.follow(LEG, 'leg', 'an open leg', 0)
    await pass(5 * MINUTE)
    expect([steps, watch.muteOf('leg')]).toEqual([[], 0])
  })

  it('no stage leads back by silence, and MUTE is the end', () => {
    expect(Object.entries(STAGES).map(([from, { silent, reconnected }]) => [from, silent.to, silent.step, reconnected])).toEqual([
      ['TICKING', 'RESUBSCRIBED', 'resubscribe', 'RESTARTED'],
      ['RESUBSCRIBED', 'RESTARTED', 'restart', 'RESTARTED'],
      ['RESTARTED', 'MUTE', 'warn', 'RESTARTED'],
      ['MUTE', 'MUTE', 'restart', 'MUTE'],
    ])
  })
})
