import type { PageInfo } from '../../schema/graphql/PageInfo.ts'

interface Connection<Node> {
  readonly edges: { readonly cursor: string; readonly node: Node }[]
  readonly pageInfo: PageInfo
}

/**
 * One page of a list as GraphQL clients know it.
 *
 * @param read what comes after the cursor, and one more than the page takes, if any, to know whether there is a next page
 * @param page how many the page takes, and the cursor it began after
 */
export function connection<Node extends { readonly id: string }>(
  read: readonly Node[],
  { first, after }: { readonly first: number; readonly after: string | null | undefined },
): Connection<Node> {
  const edges = read.slice(0, first).map((node) => ({ cursor: node.id, node }))
  return {
    edges,
    pageInfo: {
      hasNextPage: read.length > first,
      hasPreviousPage: after != null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
