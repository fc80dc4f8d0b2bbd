import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import { PaperBroker } from './paper/PaperBroker.ts'
import type { ExecutionPort, MayLeave, OrderUpdate } from './port.ts'
import { RoutedExecution } from './RoutedExecution.ts'
import { orderRequestOf } from './testing/orderRequestOf.ts'

const NOW = istInstant('2026-07-01', 10 * 60)

/** Two brokers that fill nothing; one stands for the real one. */
function open() {
  const broker = () => new PaperBroker(() => SHIPPED_MARKET_RULES, NOW, MINUTE)
  const heardDry: OrderUpdate[] = []
  const [paper, live] = [broker(), broker()]
  const dry = Object.assign(broker(), { onLiveUpdate: (update: OrderUpdate) => void heardDry.push(update) })
  const node = { owns: true }
  const routed = new RoutedExecution({ paper, live, dry, owns: () => node.owns })
  const account = (mode: TradeMode) => ({ userId: 'asha', mode })
  const place = (mode: TradeMode, clientOrderId: string) => routed.place(orderRequestOf({ account: account(mode), clientOrderId }))
  const tagsOf = async (broker: PaperBroker, mode: TradeMode) =>
    (await broker.orders(account(mode))).map(({ clientOrderId }) => clientOrderId)
  return { routed, paper, live, dry, heardDry, node, account, place, tagsOf }
}

describe('orders of both modes', () => {
  it('go each to its own broker, whose books answer for it', async () => {
    const { routed, paper, live, account, place, tagsOf } = open()
    await place('PAPER', 'E1')
    await place('LIVE', 'E2')
    expect([await tagsOf(paper, 'PAPER'), await tagsOf(live, 'LIVE')]).toEqual([['E1'], ['E2']])
    expect((await routed.orders(account('LIVE'))).map(({ clientOrderId }) => clientOrderId)).toEqual(['E2'])
    expect(await routed.cancel(account('LIVE'), 'E1', 'of a test')).toMatchObject({ kind: 'refused' })
  })

  it('are told to the dry run when they are live, which reports nothing', async () => {
    const { routed, dry, heardDry, account, place, tagsOf } = open()
    const heard: OrderUpdate[] = []
    routed.onUpdate((update) => heard.push(update))
    await Promise.all([place('PAPER', 'E1'), place('LIVE', 'E2'), place('LIVE', 'E3')])
    await routed.cancel(account('LIVE'), 'E3', 'of a test')
    expect(await tagsOf(dry, 'LIVE')).toEqual(['E2', 'E3'])
    expect((await dry.orders(account('LIVE'))).map(({ state }) => state)).toEqual(['PENDING', 'CANCELLED'])
    expect(heard.map(({ clientOrderId }) => clientOrderId)).toEqual(['E3'])
    expect(heardDry).toEqual(heard)
  })

  it('report to one listener until it has heard enough', async () => {
    const { routed, paper, live, account, place } = open()
    const heard: OrderUpdate[] = []
    const forget = routed.onUpdate((update) => heard.push(update))
    await Promise.all([place('PAPER', 'E1'), place('LIVE', 'E2'), place('LIVE', 'E3')])
    await paper.cancel(account('PAPER'), 'E1', 'of a test')
    await live.cancel(account('LIVE'), 'E2', 'of a test')
    forget()
    await live.cancel(account('LIVE'), 'E3', 'of a test')
    expect(heard.map(({ clientOrderId }) => clientOrderId)).toEqual(['E1', 'E2'])
  })

  it('of a user whom another node owns by now are sent no more, if they are live', async () => {
    const { routed, paper, live, node, account, place, tagsOf } = open()
    await place('LIVE', 'E1')
    node.owns = false
    expect([await place('LIVE', 'E2'), await place('PAPER', 'E3')]).toMatchObject([{ kind: 'busy' }, { kind: 'accepted' }])
    expect(await routed.cancel(account('LIVE'), 'E1', 'of a test')).toEqual({ kind: 'busy' })
    await expect(routed.positions(account('LIVE'))).rejects.toThrow('another engine')
    expect(await routed.orders(account('PAPER'))).toHaveLength(1)
    expect([await tagsOf(live, 'LIVE'), await tagsOf(paper, 'PAPER')]).toEqual([['E1'], ['E3']])
  })

  it('are asked right before they leave whether this node owns the user, and whether their sender still means them', async () => {
    const { paper, live: broker, dry, node, account } = open()
    const live: ExecutionPort = broker
    const routed = new RoutedExecution({ paper, live, dry, owns: () => node.owns })
    const asked: MayLeave[] = []
    const note = (mayLeave: MayLeave = () => true) => {
      asked.push(mayLeave)
      return Promise.resolve({ kind: 'busy' } as const)
    }
    live.place = (_order, mayLeave) => note(mayLeave)
    live.modify = (_account, _id, _change, mayLeave) => note(mayLeave)
    live.cancel = (_account, _id, _reason, mayLeave) => note(mayLeave)
    const order = orderRequestOf({ account: account('LIVE'), clientOrderId: 'E1' })
    const sender = { means: true }
    await routed.place(order, () => sender.means)
    await routed.modify(account('LIVE'), 'E1', { pricing: order.pricing, quantity: 65 })
    await routed.cancel(account('LIVE'), 'E1', 'of a test')
    expect(asked.map((mayLeave) => mayLeave())).toEqual([true, true, true])
    sender.means = false
    expect(asked.map((mayLeave) => mayLeave())).toEqual([false, true, true])
    sender.means = true
    node.owns = false
    expect(asked.map((mayLeave) => mayLeave())).toEqual([false, false, false])
    // A node that is alone is told no tale of another one.
    await expect(routed.positions(account('LIVE'))).rejects.toThrow(/lease of its engine has lapsed, or another engine/)
  })
})
