import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { expect, it } from 'vitest'
import type { StrategySightQuery } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { StrategySightCard } from './StrategySightCard.tsx'

type Sight = StrategySightQuery['strategySight']

const SIGHT: Sight = {
  ...{ strategyId: 's1', version: 2, instrument: 'NIFTY', marketOpen: true, unknown: null },
  ...{ candleTime: '2026-11-18T06:55:00.000Z', closedAt: '2026-11-18T07:00:00.000Z', nextCheckAt: '2026-11-18T07:05:00.000Z' },
  sides: [
    {
      ...{ side: 'LONG', rule: 'EMA(9) is above EMA(21) and RSI(14) is above 55', holds: false },
      conditions: [
        { text: 'EMA(9) is above EMA(21)', now: 'EMA(9) 24,512.10 is above EMA(21) 24,498.30 by 13.80', holds: true },
        { text: 'RSI(14) is above 55', now: 'RSI(14) 48.20 is below 55 by 6.80', holds: false },
      ],
    },
    {
      ...{ side: 'SHORT', rule: 'price is below VWAP', holds: null },
      conditions: [{ text: 'price is below VWAP', now: 'No value yet', holds: null }],
    },
  ],
}

function visit(answers: Answers, instruments = ['NIFTY', 'SENSEX']) {
  const told = testClient(answers)
  render(
    <ApolloProvider client={told.client}>
      <StrategySightCard strategyId="s1" instruments={instruments} />
    </ApolloProvider>,
  )
  return told.asked
}
const card = () => screen.getByLabelText('What it sees now')
const text = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ')

it('says of each condition its numbers and whether it holds, on which candle, and when the next check is', async () => {
  visit({ strategySight: () => SIGHT })
  const up = await screen.findByLabelText('A signal up')
  expect(text(card())).toContain('NIFTY, candle of 12:25, closed at 12:30 on 18 Nov; version 2. Next check at 12:35.')
  expect(text(up)).toContain('A signal up: not true')
  expect(within(up).getAllByRole('listitem').map(text)).toEqual([
    'EMA(9) is above EMA(21)trueEMA(9) 24,512.10 is above EMA(21) 24,498.30 by 13.80',
    'RSI(14) is above 55not trueRSI(14) 48.20 is below 55 by 6.80',
  ])
  expect(text(screen.getByLabelText('A signal down'))).toBe('A signal down: no value yetPrice is below VWAPno value yetNo value yet')
})

it('looks at the index that is chosen', async () => {
  const asked = visit({ strategySight: ({ symbol }) => ({ ...SIGHT, instrument: symbol }) })
  await screen.findByLabelText('A signal up')
  fireEvent.click(screen.getByText('SENSEX'))
  await screen.findByText(/^SENSEX, candle of/)
  expect(asked.map(({ variables }) => variables['symbol'])).toEqual(['NIFTY', 'SENSEX'])
})

it.each([
  [{ marketOpen: false, nextCheckAt: null }, /The market is closed: the next check is in its next session\.$/],
  [{ nextCheckAt: null }, /Its trading window is over for today\.$/],
  [
    { unknown: 'No candles of NIFTY are stored yet.', sides: [], candleTime: null, closedAt: null },
    /^No candles of NIFTY are stored yet\.$/,
  ],
])('says of %j what it means', async (changes, words) => {
  visit({ strategySight: () => ({ ...SIGHT, ...changes }) }, ['NIFTY'])
  expect(await screen.findByText(words)).toBeTruthy()
})

it('says when it could not be loaded, and asks again', async () => {
  let fails = true
  visit({
    strategySight: () => {
      if (fails) throw new GraphQLError('No line')
      return SIGHT
    },
  })
  expect(await screen.findByText(/Failed to load what it sees: No line/)).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByText('Retry'))
  expect(await screen.findByLabelText('A signal up')).toBeTruthy()
})
