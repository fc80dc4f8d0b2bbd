import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { istInstant, SECOND } from '../../../schema/time.ts'
import { CLIENT, DATE, openExchange } from '../testing/openExchange.ts'
import { Ledger } from './Ledger.ts'
import { LedgerFiles } from './LedgerFiles.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-ledger-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => new Ledger(new LedgerFiles(folder, DATE))

describe('the ledger', () => {
  it('numbers what it takes and tells it at once', () => {
    const desk = openExchange()
    const heard: number[] = []
    const stop = desk.ledger.onEntry(({ seq }) => heard.push(seq))
    desk.place()
    desk.pass(SECOND)
    stop()
    desk.place()
    expect(heard).toEqual(Array.from({ length: heard.length }, (_, position) => heard[0]! + position))
    expect(heard.length).toBe(desk.ledger.entries.length - 2)
  })

  it('on disk gives a new process the same books, half a line of a crash left out', () => {
    const first = openExchange({}, open())
    first.place()
    first.pass(SECOND)
    first.place({ side: 'SELL', price: first.touch().depth.sells.at(-1)!.price })
    first.pass(SECOND)
    const [file] = readdirSync(folder)
    appendFileSync(join(folder, file!), '{"seq":99,"at":')
    const second = openExchange({}, open(), first.time.now)
    const { now } = first.time
    expect(second.book.ordersAt(CLIENT, now)).toEqual(first.book.ordersAt(CLIENT, now))
    expect(second.book.positions(CLIENT)).toEqual(first.book.positions(CLIENT))
    expect(second.book.cash(CLIENT)).toBe(first.book.cash(CLIENT))
    const next = second.place()
    second.pass(SECOND)
    expect(next.orderId).not.toBe(first.book.ordersAt(CLIENT, now).at(-1)!.orderId)
    expect(open().entries).toEqual(second.ledger.entries)
    expect(openExchange({}, open(), second.time.now).book.ordersAt(CLIENT, second.time.now)).toHaveLength(3)
  })

  it('sends an order on its way again that a crash stopped there', () => {
    const first = openExchange({}, open())
    const order = first.place()
    const second = openExchange({}, open(), first.time.now)
    second.pass(SECOND)
    expect(second.order(order).status).toBe('complete')
  })

  it('of an earlier day is closed first by the process that finds it', () => {
    const first = openExchange({}, open())
    const order = first.place()
    first.exchange.cancel(order.orderId, first.time.now)
    const monday = istInstant('2026-11-23', 600)
    const second = openExchange({}, new Ledger(new LedgerFiles(folder, '2026-11-23')), monday)
    second.until(monday)
    const times = second.ledger.entries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(second.book.ordersAt(CLIENT, monday)).toEqual([])
    expect(second.ledger.entries.at(-1)).toMatchObject({ kind: 'day', date: '2026-11-23' })
  })

  it('has a file for each market day and keeps two days in memory', () => {
    const desk = openExchange({}, open())
    for (const date of ['2026-11-23', '2026-11-25', '2026-11-26']) desk.until(istInstant(date, 600))
    expect(readdirSync(folder).sort()).toEqual([`${DATE}.jsonl`, '2026-11-23.jsonl', '2026-11-25.jsonl', '2026-11-26.jsonl'])
    expect(desk.ledger.entries.flatMap((entry) => (entry.kind === 'day' ? [entry.date] : []))).toEqual(['2026-11-25', '2026-11-26'])
  })
})
