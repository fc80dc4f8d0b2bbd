import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { MINUTE } from '../../../schema/time.ts'
import { entryPriceOf, outcomeOf, type Leg } from './legs.ts'
import { CALL, legRule, positionRule, PUT, termsOf } from '../testing/positions.ts'
import { summaryOf } from './summaryOf.ts'
import { closedLegOf, openLegOf } from '../testing/legs.ts'

const FUNDS = 2_00_000_00
const rule = positionRule([legRule({ reentries: 1 }), legRule({ optionType: 'PE' })])
/** Sold at 100.00 and 90.00 rupees, for two lots of the subscription. */
const sold = { side: 'SELL' as const, quantity: 130, charges: paise(50_00) }
const call = openLegOf({ ...sold, id: 'call', contract: CALL, terms: termsOf(rule, 0, { lots: 2 }), entryValue: paise(100_00 * 130) })
const put = openLegOf({
  ...{ ...sold, id: 'put', contract: PUT, terms: termsOf(rule, 1, { lots: 2 }), entryValue: paise(90_00 * 130) },
  entryTime: call.entryTime + MINUTE,
})
const stopped = closedLegOf(call, 125_00, 'STOP')

describe('a trade of one bought option', () => {
  it('is what its leg says, whatever was bought and sold of it', () => {
    const steps = fc.integer({ min: 1, max: 40_000 }).map((count) => count * 5)
    fc.assert(
      fc.property(
        steps,
        steps,
        fc.integer({ min: 1, max: 50 }),
        fc.nat(50),
        fc.nat(1_000_00),
        fc.nat(64),
        (price, exit, lots, closedLots, charges, odd) => {
          const quantity = 65 * lots
          const open = openLegOf({ quantity, entryValue: paise(price * quantity + odd), charges: paise(charges) })
          const exitQuantity = 65 * Math.min(closedLots, lots - 1)
          const partly: Leg = { ...open, exitQuantity, exitValue: paise(exit * exitQuantity) }
          const closed = closedLegOf(open, exit, 'TARGET')
          const same = {
            ...{
              id: open.tradeId,
              option: open.contract.tradingSymbol,
              lots,
              quantity,
              entryPrice: entryPriceOf(open),
              target: open.target,
              stop: open.stop,
            },
            ...{ fundUsed: open.entryValue, charges, entryTime: open.entryTime },
          }
          expect(summaryOf([partly], false)).toMatchObject({
            ...{ ...same, exitQuantity, closing: null, exitPrice: null, gross: null, net: null, realised: 0 },
            blocked: Math.ceil((partly.entryValue * (quantity - exitQuantity)) / quantity),
          })
          const { gross, net, exitPrice } = outcomeOf(closed)
          expect(summaryOf([closed], true)).toMatchObject({
            ...{ ...same, exitQuantity: quantity, closing: closed.closing, exitPrice, gross, net, realised: net, blocked: 0 },
          })
        },
      ),
    )
  })

  it('that ended without being sold has earned nobody knows what', () => {
    const ended: Leg = { ...openLegOf(), closing: { status: 'COMPLETED', exitReason: 'MARKET_CHANGED', exitTime: 0 } }
    expect(summaryOf([ended], true)).toMatchObject({
      closing: ended.closing,
      exitPrice: null,
      gross: null,
      net: null,
      realised: 0,
      blocked: 0,
    })
  })

  it('has its entry’s average, to the paisa', () => {
    const leg = openLegOf({ quantity: 195, entryValue: paise(100_00 * 65 + 101_00 * 130) })
    expect(summaryOf([leg], false).entryPrice).toBe(entryPriceOf(leg))
    expect(entryPriceOf(leg)).toBe(100_67)
  })
})

describe('a trade of several legs', () => {
  it('has the units and charges of all, sets aside what the position does, and has no price of its own', () => {
    expect(summaryOf([call, put], false)).toMatchObject({
      ...{ id: 't', option: 'NIFTY CE NIFTY PE', lots: 2, quantity: 260, exitQuantity: 0, charges: 100_00 },
      ...{ entryPrice: null, target: null, stop: null, exitPrice: null, fundUsed: FUNDS, blocked: FUNDS, realised: 0 },
      ...{ gross: null, net: null, closing: null, entryTime: call.entryTime },
    })
  })

  it('has realised what closed legs have lost while others are open', () => {
    expect(summaryOf([stopped, put], false)).toMatchObject({
      ...{ exitQuantity: 130, realised: -25_00 * 130 - 50_00, blocked: FUNDS, gross: null, net: null, closing: null },
    })
  })

  it('that is over has earned what its legs have, and ended with the last of them', () => {
    const bought = closedLegOf(put, 40_00, 'WINDOW_END', put.entryTime + 5 * MINUTE)
    expect(summaryOf([stopped, bought], true)).toMatchObject({
      ...{ gross: 25_00 * 130, net: 25_00 * 130 - 100_00, realised: 25_00 * 130 - 100_00, blocked: 0, fundUsed: FUNDS, exitPrice: null },
      closing: { status: bought.closing?.status, exitReason: 'WINDOW_END', exitTime: put.entryTime + 5 * MINUTE },
    })
    const atTarget = closedLegOf(put, 40_00, 'TARGET', put.entryTime + 5 * MINUTE)
    expect(summaryOf([stopped, atTarget], true).closing).toMatchObject({ status: 'COMPLETED', exitReason: 'TARGET' })
    const atOnce = closedLegOf(put, 40_00, 'EMERGENCY', stopped.closing?.exitTime)
    expect(summaryOf([stopped, atOnce], true).closing?.exitReason).toBe('EMERGENCY')
    expect(summaryOf([bought, stopped], true).closing?.exitReason).toBe('WINDOW_END')
  })

  it('of which one was opened again names its option once, and goes on while a leg waits', () => {
    const again = closedLegOf({ ...call, id: 'again', entryTime: put.entryTime + MINUTE }, 90_00, 'TARGET')
    expect(summaryOf([stopped, again], false)).toMatchObject({
      ...{ option: 'NIFTY CE NIFTY PE', lots: 2, quantity: 260, exitQuantity: 260, realised: (-25_00 + 10_00) * 130 - 100_00 },
      ...{ blocked: FUNDS, net: null, closing: null },
    })
  })

  it('of which one ended without being closed has earned nobody knows what, but for the others', () => {
    const ended: Leg = { ...put, closing: { status: 'COMPLETED', exitReason: 'MARKET_CHANGED', exitTime: put.entryTime } }
    expect(summaryOf([stopped, ended], true)).toMatchObject({ gross: null, net: null, realised: -25_00 * 130 - 50_00, blocked: 0 })
  })
})
