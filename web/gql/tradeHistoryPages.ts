import type { FieldPolicy, Reference } from '@apollo/client'

interface Pages {
  readonly trades?: readonly Reference[]
}

/**
 * The history in the cache: a list for each set of filters and each order, however many pages were read. A page goes behind the trade its
 * cursor names. The first page read anew takes the place of what was before its last trade, so that a trade just closed comes on top and
 * the pages behind stay.
 */
export const tradeHistoryPages: FieldPolicy<Pages, Pages> = {
  keyArgs: (args) => {
    const { limit: _limit, cursor: _cursor, ...list } = argsOf(args)
    return JSON.stringify(list)
  },
  merge(known = {}, read, { args }) {
    if (!known.trades || !read.trades) return { ...known, ...read }
    const { cursor } = argsOf(args)
    const { __ref: behind } = cursor === undefined ? (read.trades.at(-1) ?? {}) : { __ref: `Trade:${String(cursor)}` }
    const place = known.trades.findIndex((trade) => trade.__ref === behind)
    if (cursor !== undefined) return { ...known, ...read, trades: [...known.trades.slice(0, place + 1), ...read.trades] }
    return { ...known, ...read, trades: place === -1 ? read.trades : [...read.trades, ...known.trades.slice(place + 1)] }
  },
}

function argsOf(args: Readonly<Record<string, unknown>> | null): Readonly<Record<string, unknown>> {
  const input = args?.['input']
  return typeof input === 'object' && input !== null ? { ...input } : {}
}
