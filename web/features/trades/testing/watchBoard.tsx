import { ApolloProvider, useQuery } from '@apollo/client/react'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { SCREENS } from '../../../../schema/paths.ts'
import { SECOND } from '../../../../schema/time.ts'
import { LiveTradesDocument, type TradePartsFragment } from '../../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../../gql/testing/testClient.ts'
import { LiveTradeBoard } from '../LiveTradeBoard.tsx'

function Board() {
  const { data } = useQuery(LiveTradesDocument)
  return data ? <LiveTradeBoard trades={data.liveTrades} /> : null
}

/** Renders the board of these running trades. `deliver` publishes a price in rupees, of a second since 1970, `change` has other trades run. For tests only. */
export async function watchBoard(trades: readonly TradePartsFragment[], answers: Answers = {}, address: string = SCREENS.liveTrades) {
  let running = trades
  const { client, asked, push } = testClient({ liveTrades: () => running, ...answers })
  const { unmount } = render(
    <ApolloProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Board />
      </MemoryRouter>
    </ApolloProvider>,
  )
  await screen.findByLabelText('Filter trades')
  const deliver = (symbol: string, price: number, second: number) =>
    act(() => push('prices', [{ symbol, price, time: new Date(second * SECOND).toISOString() }]))
  const change = (now: readonly TradePartsFragment[]) => {
    running = now
    return act(() => client.refetchQueries({ include: [LiveTradesDocument] }))
  }
  return { asked, deliver, change, unmount }
}
