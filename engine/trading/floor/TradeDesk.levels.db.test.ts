import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askForLevels } from '../../../prisma/levelChanges.ts'
import { paise } from '../../../schema/money.ts'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import { NOW, TestDesks } from '../testing/TestDesks.ts'
import { TERMS } from '../testing/legs.ts'

let desks: TestDesks
beforeAll(async () => {
  desks = await TestDesks.open()
})
afterAll(() => desks.close())
beforeEach(() => desks.clear())

type Engine = ReturnType<TestDesks['start']>

/** Asks for levels of the only leg, in paise. */
async function ask({ stop = null, target = null }: { stop?: number | null; target?: number | null }): Promise<void> {
  const [leg] = await desks.legs()
  const levels = { legId: leg!.id, stop: stop === null ? null : paise(stop), target: target === null ? null : paise(target) }
  await desks.database.db.$transaction((tx) => askForLevels(tx, levels))
}
async function obeyed(engine: Engine): Promise<void> {
  engine.desk.obey()
  await engine.settled()
}
/** A premium twice: at the first quote the exit is sent, at the second it is filled. */
async function falls(engine: Engine, at: number, price: number): Promise<void> {
  await engine.quote(at, price)
  await engine.quote(at + SECOND, price)
}
const changes = () => desks.database.db.levelChange.findMany({ orderBy: { requestedAt: 'asc' } })

describe('an owner who sets the levels of a leg', () => {
  it('has it closed at his stop, not at that of its terms, and sees both in the books', async () => {
    const engine = await desks.startWithTrade()
    await ask({ stop: 95_00, target: 150_00 })
    await obeyed(engine)
    expect(await desks.trades()).toMatchObject([{ stopPaise: 95_00n, targetPaise: 150_00n, status: 'RUNNING' }])
    expect(await changes()).toMatchObject([
      { stopPaise: 95_00n, stopBeforePaise: 88_00n, targetPaise: 150_00n, targetBeforePaise: 118_00n, setAt: expect.any(Date) },
    ])
    await engine.quote(NOW + MINUTE, 120_00)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING' }])
    await falls(engine, NOW + 2 * MINUTE, 94_95)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', exitReason: 'STOP' }])
  })

  it('may loosen it, and it holds after a restart', async () => {
    const engine = await desks.startWithTrade()
    await ask({ stop: 70_00 })
    await obeyed(engine)
    const restarted = desks.start(NOW + MINUTE)
    await restarted.desk.resume()
    await restarted.quote(NOW + MINUTE, 75_00)
    expect(await desks.trades()).toMatchObject([{ status: 'RUNNING', stopPaise: 70_00n, targetPaise: 118_00n }])
    await falls(restarted, NOW + 2 * MINUTE, 69_95)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT' }])
  })

  it('is heard by an engine that was away when he asked', async () => {
    await desks.startWithTrade()
    await ask({ stop: 95_00 })
    const restarted = desks.start(NOW + MINUTE)
    await restarted.desk.resume()
    await falls(restarted, NOW + MINUTE, 94_95)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', stopPaise: 95_00n }])
  })

  it('asks twice before the engine hears: each level is the last one named', async () => {
    const engine = await desks.startWithTrade()
    await ask({ stop: 90_00, target: 140_00 })
    await ask({ stop: 92_00 })
    await obeyed(engine)
    expect(await desks.trades()).toMatchObject([{ stopPaise: 92_00n, targetPaise: 140_00n }])
    expect(await changes()).toHaveLength(1)
  })

  it('raises a stop that trails, which trails on from there; lowering it does nothing', async () => {
    const engine = desks.start(NOW)
    engine.desk.submit(await desks.intendEntry({ terms: { ...TERMS, trailingStopPercent: 10 } }))
    await engine.settled()
    await engine.quote(NOW + SECOND, 99_95)
    await ask({ stop: 97_00 })
    await obeyed(engine)
    await engine.quote(NOW + 2 * SECOND, 105_00)
    await engine.time(NOW + 3 * SECOND)
    expect(await desks.trades()).toMatchObject([{ stopPaise: 97_00n }])
    await engine.quote(NOW + 4 * SECOND, 110_00)
    await engine.time(NOW + 5 * SECOND)
    expect(await desks.trades()).toMatchObject([{ stopPaise: 99_00n }])
    await ask({ stop: 80_00 })
    await obeyed(engine)
    await falls(engine, NOW + 6 * SECOND, 98_95)
    expect(await desks.trades()).toMatchObject([{ exitReason: 'TRAILING_STOP', stopPaise: 99_00n }])
  })

  it('keeps his stop where more of the entry is filled afterwards at another price', async () => {
    const engine = desks.start(NOW)
    engine.desk.submit(await desks.intendEntry({ quantity: 195 }))
    await engine.settled()
    await engine.quote(NOW + SECOND, 99_95, 65)
    await ask({ stop: 60_00 })
    await obeyed(engine)
    await engine.quote(NOW + 2 * SECOND, 100_45, 65)
    expect(await desks.trades()).toMatchObject([{ quantity: 130, entryPricePaise: 100_25n, stopPaise: 60_00n, targetPaise: 118_30n }])
  })

  it('changes nothing once the leg is closed', async () => {
    const engine = await desks.startWithTrade()
    await falls(engine, NOW + MINUTE, 80_00)
    expect(await desks.trades()).toMatchObject([{ status: 'STOPLOSS_HIT', stopPaise: 88_00n }])
    await ask({ stop: 95_00 })
    await obeyed(engine)
    expect(await desks.trades()).toMatchObject([{ stopPaise: 88_00n }])
    expect(await changes()).toMatchObject([{ setAt: null }])
  })
})
