import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PriceTuple } from '../../schema/events/SakhaEvent.ts'
import { contractOf, quoteOf } from '../trading/testing/contracts.ts'
import { PriceTape } from './PriceTape.ts'

const contract = contractOf('NIFTY', 24_500, 'CE')

describe('the price tape', () => {
  let told: PriceTuple[][]
  let answer: () => Promise<void>
  let tape: PriceTape
  beforeEach(() => {
    vi.useFakeTimers()
    told = []
    answer = async () => undefined
    tape = new PriceTape(
      (prices) => {
        told.push([...prices])
        return answer()
      },
      pino({ level: 'silent' }),
    )
  })
  afterEach(async () => {
    await tape.stop()
    vi.useRealTimers()
  })
  const priceMoves = async (to: number) => {
    tape.onTick(quoteOf(contract, to, to))
    await vi.advanceTimersByTimeAsync(250)
  }

  it('tells the price of a contract as long as somebody follows it', async () => {
    await priceMoves(100)
    tape.follow([contract, contract])
    await priceMoves(105)
    tape.unfollow([contract])
    await priceMoves(110)
    tape.unfollow([contract])
    await priceMoves(115)
    expect(told.flat()).toEqual([
      [contract.tradingSymbol, 105, 105],
      [contract.tradingSymbol, 110, 110],
    ])
  })

  it('counts prices that could not be told, and goes on', async () => {
    tape.follow([contract])
    answer = () => Promise.reject(new Error('of a test'))
    await priceMoves(100)
    answer = async () => undefined
    await priceMoves(105)
    expect([tape.dropped, told.length]).toEqual([1, 2])
  })

  it('does not pile prices up before a database that hangs, and tells the newest when it is back', async () => {
    tape.follow([contract])
    let release = (): void => undefined
    const hanging = new Promise<void>((resolve) => (release = resolve))
    answer = () => hanging
    for (let price = 100; price < 200; price++) await priceMoves(price)
    expect(told.length).toBeLessThanOrEqual(4)
    expect(tape.dropped).toBe(100 - told.length)
    release()
    await vi.advanceTimersByTimeAsync(0)
    answer = async () => undefined
    await priceMoves(200)
    expect(told.at(-1)).toEqual([[contract.tradingSymbol, 200, 200]])
  })

  it('has stopped when what was on its way has arrived, and tells nothing of what comes after', async () => {
    tape.follow([contract])
    let arrive = (): void => undefined
    answer = () => new Promise((resolve) => (arrive = resolve))
    await priceMoves(100)
    let stopped = false
    const stopping = tape.stop().then(() => (stopped = true))
    await priceMoves(105)
    expect([told.length, stopped]).toEqual([1, false])
    arrive()
    await stopping
    await priceMoves(110)
    expect([told.length, tape.dropped]).toEqual([1, 0])
  })
})
