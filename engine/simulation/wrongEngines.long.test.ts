import { afterEach, describe, expect, it, vi } from 'vitest'
import { OrderBudget } from '../broker/OrderBudget.ts'
import { ExitLane } from '../trading/floor/ExitLane.ts'
import { FailedExits } from '../trading/floor/FailedExits.ts'
import { PositionDesk } from '../trading/floor/PositionDesk.ts'
import { firstBroken } from './testing/firstBroken.ts'
import { UnreliableBroker } from './UnreliableBroker.ts'

afterEach(() => vi.restoreAllMocks())

describe('the simulation finds an engine that', () => {
  it('closes hedges before what they hedge', async () => {
    vi.spyOn(PositionDesk.prototype, 'isBehind').mockReturnValue(false)
    expect(await firstBroken()).toContain('I13')
  }, 300_000)

  it('sells before the hedge is there', async () => {
    vi.spyOn(PositionDesk.prototype, 'take').mockImplementation((entries) => [...entries])
    expect(await firstBroken()).toContain('I13')
  }, 300_000)

  it('keeps what is left of a position of which a leg failed', async () => {
    const close = ExitLane.prototype.close
    vi.spyOn(ExitLane.prototype, 'close').mockImplementation(function (this: ExitLane, asked) {
      close.call(
        this,
        asked.filter(({ reason }) => reason !== 'LEG_FAILED'),
      )
    })
    expect(await firstBroken()).toContain('I8')
  }, 300_000)

  it('looks at no limit of a position', async () => {
    vi.spyOn(PositionDesk.prototype, 'onTick').mockImplementation(() => undefined)
    expect(await firstBroken()).toContain('I8')
  }, 300_000)

  it('closes no trade that a person asks it to close', async () => {
    const requested = ExitLane.prototype.requested
    vi.spyOn(ExitLane.prototype, 'requested').mockImplementation(async function (this: ExitLane, now) {
      return (await requested.call(this, now)).filter(({ reason }) => reason !== 'MANUAL')
    })
    expect(await firstBroken()).toContain('I8')
  }, 300_000)

  it('does not try an exit again that was left to a person who requests it', async () => {
    vi.spyOn(FailedExits.prototype, 'isHandedOver').mockReturnValue(false)
    expect(await firstBroken()).toContain('I8')
  }, 300_000)

  it('waits for a stopped leg to be opened again although the exit of its position is requested', async () => {
    vi.spyOn(PositionDesk.prototype, 'endRequested').mockResolvedValue(undefined)
    expect(await firstBroken(undefined, 6)).toContain('I14')
  }, 300_000)

  it('sends all orders for one account', async () => {
    const place = UnreliableBroker.prototype.place
    vi.spyOn(UnreliableBroker.prototype, 'place').mockImplementation(function (this: UnreliableBroker, order) {
      return place.call(this, { ...order, account: { ...order.account, userId: 'user-0' } })
    })
    expect(await firstBroken()).toContain('I9')
  }, 300_000)

  it('sends all orders at once', async () => {
    vi.spyOn(OrderBudget.prototype, 'ask').mockImplementation((_account, _urgency, go) => go())
    // It takes a user with large orders, and several at once.
    expect(await firstBroken(undefined, 2_020)).toContain('RATE')
  }, 300_000)

  it('tries an exit that was refused again with every beat', async () => {
    const add = FailedExits.prototype.add
    vi.spyOn(FailedExits.prototype, 'add').mockImplementation(function (this: FailedExits, { legId, tries }) {
      add.call(this, { legId, tries: { ...tries, failures: 1, retryAt: 0 } })
    })
    expect(await firstBroken()).toContain('RATE')
  }, 300_000)

  it('closes nothing', async () => {
    vi.spyOn(ExitLane.prototype, 'close').mockImplementation(() => undefined)
    expect([...(await firstBroken())]).toEqual(expect.arrayContaining(['I8', 'END']))
  }, 300_000)
})
