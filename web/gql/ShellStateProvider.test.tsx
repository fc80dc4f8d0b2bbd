import { ApolloProvider } from '@apollo/client/react'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ShellStateDocument } from './generated/graphql.ts'
import { ShellStateProvider } from './ShellStateProvider.tsx'
import { QUIET } from './testing/quietShell.ts'
import { testClient } from './testing/testClient.ts'
import { useTradingMode } from './useTradingMode.ts'

const Mode = () => <p>{useTradingMode() ?? 'unknown'}</p>

it('keeps what is known when a poll fails', async () => {
  let isBroken = false
  const { client, asked } = testClient({
    ...QUIET,
    stops: () => {
      if (isBroken) throw new Error('of a test')
      return []
    },
  })
  render(
    <ApolloProvider client={client}>
      <ShellStateProvider>
        <Mode />
      </ShellStateProvider>
    </ApolloProvider>,
  )
  expect(await screen.findByText('PAPER')).toBeTruthy()
  isBroken = true
  await act(() => client.refetchQueries({ include: [ShellStateDocument] }).catch(() => undefined))
  expect(asked).toHaveLength(2)
  expect(screen.getByText('PAPER')).toBeTruthy()
})
