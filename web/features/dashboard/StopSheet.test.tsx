import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ShellStateProvider } from '../../gql/ShellStateProvider.tsx'
import { QUIET } from '../../gql/testing/quietShell.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { StopSheet } from './StopSheet.tsx'

const made = {
  stop: {
    ...{ id: 's1', scope: 'USER', strategyId: null, squareOff: false, liftable: true },
    ...{ reason: 'Emergency stop', since: '2026-11-20T05:00:00.000Z' },
  },
  results: { closed: 0, open: 0, trades: [] },
}

function show(answers: Answers = {}) {
  const { client, asked } = testClient({
    ...QUIET,
    liveTrades: () => [
      { id: 't1', mode: 'PAPER' },
      { id: 't2', mode: 'LIVE' },
    ],
    emergencyStop: () => made,
    ...answers,
  })
  const onClose = vi.fn()
  const onTypeInstead = vi.fn()
  render(
    <ApolloProvider client={client}>
      <ShellStateProvider>
        <StopSheet onClose={onClose} onTypeInstead={onTypeInstead} />
      </ShellStateProvider>
    </ApolloProvider>,
  )
  const orders = () => asked.filter(({ operation }) => operation === 'EmergencyStop').map(({ variables }) => variables)
  return { onClose, onTypeInstead, orders }
}

it('has first the button that stops new entries: one press, and the open trades go on', async () => {
  const { orders, onClose } = show()
  const [first] = screen.getAllByRole('button')
  expect(first?.textContent).toBe(' Stop new entries')
  fireEvent.click(first!)
  await screen.findByText('Trading is stopped')
  expect(orders()).toEqual([{ input: { scope: 'USER', squareOff: false, confirm: 'STOP' } }])
  expect(screen.queryByText(/square/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('squares off when its button is held, and not when it is pressed', async () => {
  const { orders } = show()
  const button = await screen.findByRole('button', { name: 'Hold to square off the open trades (1 on paper, 1 live)' })
  fireEvent.click(button)
  fireEvent.pointerDown(button, { button: 0 })
  expect(orders()).toEqual([])
  await screen.findByText('There were no open trades to square off.', {}, { timeout: 10_000 })
  expect(orders()).toEqual([{ input: { scope: 'USER', squareOff: true, confirm: 'STOP' } }])
})

it('lets the word be typed instead', () => {
  const { onTypeInstead } = show()
  fireEvent.click(screen.getByRole('button', { name: 'Type STOP instead' }))
  expect(onTypeInstead).toHaveBeenCalledTimes(1)
})

it('says so where entries are stopped already', async () => {
  show({ stops: () => [made.stop] })
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'New entries are stopped' })).disabled).toBe(true)
})
