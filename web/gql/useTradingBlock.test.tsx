import { ApolloProvider } from '@apollo/client/react'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { MarketStatusDocument } from './generated/graphql.ts'
import { testClient } from './testClient.ts'
import { useSocketStore } from './useSocketStore.ts'
import { useTradingBlock } from './useTradingBlock.ts'

const status = (engineRunning: boolean) => ({
  isOpen: true,
  nextChangeAt: null,
  sandbox: true,
  speed: 10,
  segments: [],
  engineRunning,
  feedConnected: true,
})

afterEach(() => {
  vi.restoreAllMocks()
  useSocketStore.setState({ phase: 'idle' })
})

it('Trading is held back while the network, the socket or the engine is away, each with its reason, and then no longer', async () => {
  let engineRunning = true
  const { client, asked } = testClient({ marketStatus: () => status(engineRunning) })
  const wrapper = ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>
  const { result } = renderHook(useTradingBlock, { wrapper })
  const read = () => act(() => client.query({ query: MarketStatusDocument, fetchPolicy: 'network-only' }))
  expect(result.current).toBeNull()
  expect(asked).toEqual([])

  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(result.current).toMatch(/^You are offline/)
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(result.current).toBeNull()

  act(() => useSocketStore.setState({ phase: 'lost' }))
  expect(result.current).toMatch(/^The connection is lost/)
  act(() => useSocketStore.setState({ phase: 'connected' }))

  engineRunning = false
  await read()
  await waitFor(() => expect(result.current).toMatch(/^The engine does not respond/))
  engineRunning = true
  await read()
  await waitFor(() => expect(result.current).toBeNull())
})
