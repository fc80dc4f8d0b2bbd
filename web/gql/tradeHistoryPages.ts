import type { FieldPolicy, Reference } from '@apollo/client'

interface Edge {
  readonly cursor: string
  readonly node: Reference
}

interface Pages {
  readonly edges?: readonly Edge[]
  readonly pageInfo?: object
}

/**
 * The history in the cache: one list per set of filters and order, whatever its number of pages. A page is inserted after its cursor. A
 * refetched first page replaces everything up to its last trade, so that a trade just closed comes on top and the pages behind stay.
 */
export const tradeHistoryPages: FieldPolicy<Pages, Pages> = {
  keyArgs: (args) => {
    const { first: _first, after: _after, ...list } = argsOf(args)
    return JSON.stringify(list)
  },
  merge(known = {}, read, { args }) {
    if (!known.edges || !read.edges) return { ...known, ...read }
    const { after } = argsOf(args)
    const behind = after ?? read.edges.at(-1)?.cursor
    const place = known.edges.findIndex(({ cursor }) => cursor === behind)
    if (after != null) return { ...known, ...read, edges: [...known.edges.slice(0, place + 1), ...read.edges] }
    const pagesBehind = place === -1 ? [] : known.edges.slice(place + 1)
    if (pagesBehind.length === 0) return { ...known, ...read }
    return { ...known, ...read, edges: [...read.edges, ...pagesBehind], ...(known.pageInfo ? { pageInfo: known.pageInfo } : {}) }
  },
}

function argsOf(args: Readonly<Record<string, unknown>> | null): Readonly<Record<string, unknown>> {
  const input = args?.['input']
  return typeof input === 'object' && input !== null ? { ...input } : {}
}
