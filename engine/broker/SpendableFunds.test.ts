import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { paise } from '../../schema/money.ts'
import type { AccountKey } from './port.ts'
import { SpendableFunds } from './SpendableFunds.ts'

const account: AccountKey = { userId: 'u', mode: 'LIVE' }

/** An account whose answers are given by hand: each as of the moment it is given. */
function open() {
  const asked: { readonly answer: (available: number) => void; readonly fail: () => void }[] = []
  const funds = new SpendableFunds({
    funds: () =>
      new Promise((resolve, reject) =>
        asked.push({
          answer: (available) => resolve({ available: paise(available), blocked: paise(0) }),
          fail: () => reject(new Error('away')),
        }),
      ),
  })
  const answer = async (available: number) => {
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    asked.shift()?.answer(available)
    await turn()
  }
  return { funds, asked, answer, take: (id: string, amount: number) => funds.take(account, id, paise(amount)) }
}

describe('one answer about funds', () => {
  it('serves all entries that wait, as far as it reaches, and no further', async () => {
    const { asked, answer, take } = open()
    const entries = ['E1', 'E2', 'E3'].map((id) => take(id, 40))
    await answer(100)
    expect(await Promise.all(entries.slice(0, 2))).toEqual([null, null])
    // The third is held against a new one, which may not yet deduct the first two.
    await answer(100)
    expect(await entries[2]).toBe(20)
    expect(asked).toEqual([])
  })

  it('serves an entry a moment later, less what was taken', async () => {
    const { asked, answer, take } = open()
    const first = take('E1', 60)
    await answer(100)
    await first
    expect([await take('E2', 40), asked]).toEqual([null, []])
  })

  it('is not another account’s that has taken its place: nothing of it is known, and nothing taken', async () => {
    const { funds, answer, take } = open()
    const first = take('E1', 60)
    await answer(100)
    await first
    funds.forget(account)
    const next = take('E2', 70)
    await answer(80)
    expect(await next).toBeNull()
  })

  it('is asked for anew after two seconds, and after an exit was filled', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { funds, asked, take } = open()
      const asks = async (id: string) => {
        const taken = take(id, 1)
        await turn()
        const isAsked = asked.length > 0
        asked.shift()?.answer(100)
        await taken
        return isAsked
      }
      expect([await asks('E1'), await asks('E2')]).toEqual([true, false])
      vi.advanceTimersByTime(2_001)
      expect([await asks('E3'), await asks('E4')]).toEqual([true, false])
      vi.advanceTimersByTime(1)
      funds.outdate(account)
      expect([await asks('E5'), await asks('E6')]).toEqual([true, false])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('what an entry takes', () => {
  it('is subtracted from every answer until the exchange has the order, and then in the answers', async () => {
    const { funds, answer, take } = open()
    const first = take('E1', 60)
    await answer(100)
    await first
    const second = take('E2', 60)
    await answer(100)
    expect(await second).toBe(40)
    funds.settle(account, 'E1')
    const third = take('E3', 60)
    await answer(40)
    expect(await third).toBe(40)
    const fourth = take('E4', 60)
    await answer(60)
    expect(await fourth).toBeNull()
  })

  it('is there again when it is given back, and for its own entry when that is sent later', async () => {
    const { funds, answer, take } = open()
    const first = take('E1', 60)
    await answer(100)
    await first
    expect(await take('E1', 90)).toBeNull()
    funds.giveBack(account, 'E1')
    expect(await take('E2', 100)).toBeNull()
  })
})

it('nothing is taken from funds that cannot be read, by any that waits', async () => {
  const { asked, take } = open()
  const entries = [take('E1', 1), take('E2', 1)]
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.fail()
  expect((await Promise.allSettled(entries)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('never gives out more than there is, however answers, orders and their ends come together', async () => {
  const random = new SeededRandom('funds')
  const { funds, asked, take } = open()
  /** Orders that were sent, and whether the broker has set their money aside. */
  const orders = new Map<string, boolean>()
  const setAside = () => 7 * [...orders.values()].filter(Boolean).length
  const steps = [
    () => asked.shift()?.answer(100 - setAside()),
    (id: string) => {
      void take(id, 7).then((left) => {
        if (left === null) orders.set(id, false)
      })
    },
    // It reaches the exchange before or after the broker's report.
    () => flying().forEach((id) => orders.set(id, true)),
    () => {
      for (const [id, isThere] of orders) if (isThere) funds.settle(account, id)
    },
    () => {
      const [first] = orders.keys()
      if (first === undefined) return
      orders.delete(first)
      funds.settle(account, first)
    },
  ]
  const flying = () => [...orders].flatMap(([id, isThere]) => (isThere ? [] : id))
  let most = 0
  for (let i = 0; i < 3_000; i++) {
    steps[random.integer(0, steps.length - 1)]?.(`E${i}`)
    await turn()
    expect(7 * orders.size).toBeLessThanOrEqual(100)
    most = Math.max(most, orders.size)
  }
  expect(most).toBe(14)
})

describe('what is set aside for the entries of a position', () => {
  it('is theirs alone, and each takes its own out of it', async () => {
    const { funds, answer, asked, take } = open()
    let isOver = false
    const aside = funds.setAside(account, 'position', paise(80), () => isOver)
    await answer(100)
    expect(await aside).toBeNull()
    const stranger = take('E1', 21)
    await answer(100)
    expect(await stranger).toBe(20)
    // Its estimate may be a little less than what it takes.
    const leg = (id: string, amount: number) => funds.take(account, id, paise(amount), 'position')
    expect([await leg('E2', 30), await leg('E3', 60)]).toEqual([null, null])
    const more = leg('E4', 11)
    await answer(100)
    expect(await more).toBe(10)
    // An order that was not sent leaves its part to the others of the position.
    funds.giveBack(account, 'E2')
    expect(await leg('E5', 30)).toBeNull()
    funds.giveBack(account, 'E5')
    isOver = true
    expect(await take('E6', 40)).toBeNull()
    expect(asked).toEqual([])
  })

  it('is refused, with what there is, where it is more than that', async () => {
    const { funds, answer } = open()
    const aside = funds.setAside(account, 'position', paise(101), () => false)
    await answer(100)
    expect(await aside).toBe(100)
  })
})
