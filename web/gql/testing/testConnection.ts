/** Nodes as one page of a connection. For tests only. */
export const testConnection = (nodes: readonly { readonly id: string }[], hasNextPage = false) => ({
  edges: nodes.map((node) => ({ cursor: node.id, node })),
  pageInfo: { hasNextPage, hasPreviousPage: false, startCursor: nodes[0]?.id ?? null, endCursor: nodes.at(-1)?.id ?? null },
})
