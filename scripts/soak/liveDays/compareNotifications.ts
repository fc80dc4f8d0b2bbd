import { z } from 'zod'
import type { Comparison } from './Comparison.ts'
import type { Trader } from './enrolTrader.ts'
import type { Books } from './readBooks.ts'

const Page = z.object({
  edges: z.array(
    z.object({ cursor: z.string(), node: z.object({ id: z.string(), kind: z.string(), title: z.string(), text: z.string() }) }),
  ),
  pageInfo: z.object({ hasNextPage: z.boolean() }),
})
const QUERY = `query ($input: NotificationsInput) { notifications(input: $input) {
  edges { cursor node { id kind title text } } pageInfo { hasNextPage } } }`
/** What no sentence may say. */
const UNTRUE = [/\b0 ×/, /\b(sell|buy|sold|bought) 0\b/i, /undefined|NaN|null/, /−0\b/]

/** What a trader was notified of. */
export interface Told {
  /** Of the view "Notification": its event and what it is of. */
  readonly event: string
  readonly kind: string
  readonly title: string
  readonly text: string
}

/** Holds a trader's notifications against the books: one for each trade that was opened, one for each that was closed, and nothing untrue. */
export async function compareNotifications(books: Books, { client, userId, account }: Trader, into: Comparison): Promise<Told[]> {
  const told: Told[] = []
  for (let after: string | null = null, more = true; more;) {
    const page: z.infer<typeof Page> = await client.ask(Page, QUERY, { input: { first: 100, after } })
    // An id is the time and the event of the view.
    for (const { node } of page.edges) told.push({ ...node, event: Buffer.from(node.id, 'base64url').toString().split(' ')[1] ?? '' })
    more = page.pageInfo.hasNextPage
    after = page.edges.at(-1)?.cursor ?? null
  }
  const { clientCode } = account
  for (const trade of books.trades.filter((each) => each.userId === userId)) {
    const what = (text: string) => ({
      text: `trade ${trade.id}: ${text}`,
      clientCode,
      option: trade.option,
      at: (trade.exitTime ?? trade.entryTime).getTime(),
    })
    const of = (event: string) => told.filter((each) => each.event === `${event}:${trade.id}`)
    const [opened, closed] = [of('opened'), of('closed')]
    into.same('notifications: one for each trade opened', opened.length, 1, what('opened'))
    into.same('notifications: one for each trade closed', closed.length, trade.status === 'RUNNING' ? 0 : 1, what('closed'))
    const net = trade.netPaise === null ? null : Math.abs(Number(trade.netPaise)) / 100
    for (const { text, kind } of closed) {
      const said = /Net [+−]?₹([\d,]+(?:\.\d+)?)/.exec(text)?.[1]?.replaceAll(',', '')
      into.same('notifications: the result that they say', said === undefined ? null : Number(said), net, what(text))
      into.same('notifications: a hit stop is told as one', kind === 'STOP_HIT', trade.status === 'STOPLOSS_HIT', what(text))
    }
    const only = trade.legs.length === 1 ? trade.legs[0] : undefined
    for (const { text } of only && trade.entryPricePaise !== null ? opened : [])
      into.holds('notifications: the units that they say', text.includes(`bought ${only!.quantity} × `), what(text))
  }
  for (const { text, title, event } of told) {
    const isTrue = !UNTRUE.some((untrue) => untrue.test(text) || untrue.test(title))
    into.holds('notifications: no sentence of nothing', isTrue, { text: `${event}: ${title}. ${text}`, clientCode, option: null, at: null })
  }
  return told
}
