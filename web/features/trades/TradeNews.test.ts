import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testTrade } from './testing/testTrade.ts'
import { TradeNews } from './TradeNews.ts'

const KINDS = ['info', 'success', 'warning'] as const
let said: string[]
beforeEach(() => {
  said = []
  for (const kind of KINDS)
    vi.spyOn(toast, kind).mockImplementation((text, options) => {
      said.push(`${kind} ${String(options?.id)}: ${String(text)} | ${String(options?.description)}`)
      return ''
    })
})
afterEach(() => vi.restoreAllMocks())

const opened = (id: string, mode: 'PAPER' | 'LIVE' = 'PAPER') => testTrade({ id, mode, status: 'RUNNING' })
const closed = (id: string, netProfitLossRs: number | null) => testTrade({ id, status: 'TARGET_HIT', netProfitLossRs })
const latest = () => said.at(-1)

it('tells of a trade by its name, and of several within a moment by their number, in the place of the toast before', () => {
  const news = new TradeNews()
  news.tell(opened('a'), 0)
  expect(latest()).toMatch(/^info trades opened PAPER: Trade opened: /)
  news.tell(opened('b'), 3_000)
  news.tell(opened('c'), 6_000)
  expect(latest()).toMatch(/^info trades opened PAPER: 3 trades opened \| .* · PAPER$/)
  news.tell(opened('d'), 7_000)
  expect(latest()).toMatch(/: 4 trades opened \| .* and 1 more · PAPER$/)
})

it('begins anew once the toast before has gone', () => {
  const news = new TradeNews()
  news.tell(opened('a'), 0)
  news.tell(opened('b'), 4_000)
  expect(latest()).toMatch(/Trade opened: /)
})

it('counts a trade once that is told of twice, and keeps paper and live apart', () => {
  const news = new TradeNews()
  news.tell(opened('a'), 0)
  news.tell(opened('a'), 1)
  news.tell(opened('b', 'LIVE'), 2)
  expect(said).toHaveLength(3)
  expect(said.every((text) => text.includes(': Trade opened: '))).toBe(true)
  expect(latest()).toMatch(/^info trades opened LIVE: /)
})

it('adds up the net of trades that closed together, and is good news only above zero', () => {
  const news = new TradeNews()
  news.tell(closed('a', 250.5), 0)
  expect(latest()).toMatch(/^success trades closed PAPER: .*\| \+₹250\.50 after charges · /)
  news.tell(closed('b', -300), 100)
  expect(latest()).toMatch(/^warning trades closed PAPER: 2 trades closed \| −₹49\.50 after charges · .* · PAPER$/)
  news.tell(closed('c', null), 200)
  expect(latest()).toMatch(/^warning trades closed PAPER: 3 trades closed \| — after charges · /)
})
