import { z } from 'zod'
import { paise, toRupees } from '../../../schema/money.ts'
import type { Comparison } from './Comparison.ts'
import type { Trader } from './enrolTrader.ts'
import type { Books } from './readBooks.ts'

const PAGE = 100

const Shown = z.object({
  ...{
    id: z.string(),
    option: z.string(),
    quantity: z.number(),
    exitQuantity: z.number(),
    status: z.string(),
    exitReason: z.string().nullable(),
  },
  ...{ entryPrice: z.number().nullable(), exitPrice: z.number().nullable(), charges: z.number() },
  ...{ profitLossRs: z.number().nullable() },
})
const GraphqlPage = z.object({
  edges: z.array(z.object({ node: Shown.extend({ netProfitLossRs: z.number().nullable() }) })),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  ...{ totalTrades: z.number(), totalProfitRs: z.number(), totalNetRs: z.number() },
})
const HISTORY = `query ($input: TradeHistoryInput) { tradeHistory(input: $input) {
  edges { node { id option quantity exitQuantity status exitReason entryPrice exitPrice charges profitLossRs netProfitLossRs } }
  pageInfo { hasNextPage endCursor } totalTrades totalProfitRs totalNetRs } }`
const RestPage = z.object({
  data: z.object({
    trades: z.array(Shown.extend({ netProfitLossRs: z.number().nullable() })),
    next: z.string().nullable(),
  }),
})
const Download = z.object({ address: z.string() })
const Report = z.object({
  ...{ trades: z.number(), gross: z.number(), charges: z.number(), net: z.number(), unknown: z.number() },
  days: z.array(z.object({ net: z.number(), trades: z.number() })),
  strategies: z.array(z.object({ net: z.number(), trades: z.number() })),
})
const LiveTrades = z.array(z.object({ id: z.string() }))

/** Holds what a trader's screens and files show against the books: history by GraphQL and by REST, both CSV files, report, running trades. */
export async function compareScreens(books: Books, { client, userId, account }: Trader, into: Comparison): Promise<void> {
  const { clientCode } = account
  const whole = (text: string) => ({ text, clientCode, option: null, at: null })
  const own = books.trades.filter((trade) => trade.userId === userId)
  const closed = own.filter(({ exitTime }) => exitTime !== null)
  const rows = new Map(closed.map((trade) => [trade.id, rowOf(trade)]))
  const compareRows = (compared: string, shown: readonly z.infer<typeof Shown>[]) => {
    const seen = new Map(shown.map((row) => [row.id, row]))
    for (const [id, row] of rows) into.same(compared, seen.get(id) ?? null, row, { ...whole(`trade ${id}`), option: row.option })
    into.same(compared, seen.size, rows.size, whole('how many trades'))
  }

  const pages: z.infer<typeof GraphqlPage>[] = []
  do {
    const after = pages.at(-1)?.pageInfo.endCursor ?? null
    pages.push(await client.ask(GraphqlPage, HISTORY, { input: { mode: 'LIVE', first: PAGE, after } }))
  } while (pages.at(-1)!.pageInfo.hasNextPage)
  compareRows(
    'history by GraphQL',
    pages.flatMap(({ edges }) => edges.map(({ node }) => node)),
  )
  const sums = { gross: sum(closed, ({ grossPaise }) => grossPaise), net: sum(closed, ({ netPaise }) => netPaise) }
  const { totalTrades, totalProfitRs, totalNetRs } = pages[0]!
  into.same('history: totals', [totalTrades, totalProfitRs, totalNetRs], [closed.length, sums.gross, sums.net], whole('totals'))

  const byRest: z.infer<typeof Shown>[] = []
  let next: string | null = ''
  while (next !== null) {
    const after: string = next === '' ? '' : `&after=${next}`
    const { data } = RestPage.parse(JSON.parse(await client.rest(`/trades/history?mode=LIVE&running=false&first=${PAGE}${after}`)))
    byRest.push(...data.trades)
    next = data.next
  }
  compareRows('history by REST', byRest)

  const history = await client.ask(
    Download,
    'mutation ($input: HistoryFiltersInput!) { downloadTradeHistory(input: $input) { address } }',
    {
      input: { mode: 'LIVE' },
    },
  )
  const report = await client.ask(Download, 'mutation ($input: ReportInput!) { downloadReport(input: $input) { address } }', {
    input: { mode: 'LIVE' },
  })
  const wanted = closed.map((trade) => lineOf(rowOf(trade))).sort()
  for (const [name, text] of [
    ['history as CSV, by download', await client.download(history.address)],
    ['history as CSV, by REST', await client.rest('/trades/history.csv?mode=LIVE')],
    ['report as CSV', await client.download(report.address)],
  ] as const)
    into.same(name, csvLines(text), wanted, whole('lines'))

  const summed = await client.ask(
    Report,
    'query ($input: ReportInput!) { report(input: $input) { trades gross charges net unknown days { net trades } strategies { net trades } } }',
    { input: { mode: 'LIVE' } },
  )
  const unknown = closed.filter(({ netPaise }) => netPaise === null)
  const charged = sum(
    closed.filter(({ netPaise }) => netPaise !== null),
    ({ chargesPaise }) => chargesPaise,
  )
  into.same('report: trades, gross, net', [summed.gross, summed.net, summed.unknown], [sums.gross, sums.net, unknown.length], whole('sums'))
  into.same('report: charges', summed.charges, charged, whole('charges of trades with a known result'))
  into.same('report: days and strategies add up', [totalOf(summed.days), totalOf(summed.strategies)], [sums.net, sums.net], whole('net'))

  const live = await client.ask(LiveTrades, '{ liveTrades { id } }')
  const running = own.filter(({ status }) => status === 'RUNNING').map(({ id }) => id)
  into.same('running trades on screen', live.map(({ id }) => id).sort(), running.sort(), whole('ids'))
}

type BookedTrade = Books['trades'][number]

function rowOf(trade: BookedTrade): z.infer<typeof Shown> & { readonly netProfitLossRs: number | null } {
  const { id, option, quantity, exitQuantity, status, exitReason, entryPricePaise, exitPricePaise, chargesPaise, grossPaise, netPaise } =
    trade
  return {
    ...{ id, option, quantity, exitQuantity, status, exitReason, entryPrice: rupees(entryPricePaise), exitPrice: rupees(exitPricePaise) },
    ...{ charges: rupees(chargesPaise) ?? 0, profitLossRs: rupees(grossPaise), netProfitLossRs: rupees(netPaise) },
  }
}

/** What a line of the file must say, apart from words: symbol, premiums, results, status, units, charges. */
function lineOf(row: ReturnType<typeof rowOf>): string {
  const { option, entryPrice, exitPrice, profitLossRs, status, quantity, charges, netProfitLossRs } = row
  return JSON.stringify(
    [option, entryPrice, exitPrice, profitLossRs, status, quantity, charges, netProfitLossRs].map((cell) => String(cell ?? '')),
  )
}

function csvLines(text: string): string[] {
  const [, ...lines] = text.trim().split('\r\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"').replace(/^'/, ''))
      return JSON.stringify([0, 3, 4, 7, 8, 11, 12, 13].map((column) => cells[column] ?? ''))
    })
    .sort()
}

const rupees = (amount: bigint | null) => (amount === null ? null : toRupees(paise(Number(amount))))

function sum(trades: readonly BookedTrade[], of: (trade: BookedTrade) => bigint | null): number {
  return toRupees(paise(trades.reduce((total, trade) => total + Number(of(trade) ?? 0n), 0)))
}

/** To the paisa. */
const totalOf = (rows: readonly { readonly net: number }[]) => Math.round(rows.reduce((total, { net }) => total + net, 0) * 100) / 100
