import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import type { SystemPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { SystemView } from './SystemView.tsx'

const AT = new Date().toISOString()
const BEFORE = new Date(Date.parse(AT) - 7_200_000).toISOString()
const NODE = { version: '0.1.0', runtime: 'v20.19.0', startedAt: BEFORE, measuredAt: AT, isLive: true, memoryMb: 310, errors: 2 }
const JOB = { id: '77', task: 'mail.send', attempts: 10, error: 'The server said no', createdAt: BEFORE }
const STATUS: SystemPartsFragment = {
  at: AT,
  alerts: [],
  feedAgeMs: 420,
  ownerless: 0,
  nodes: [
    { ...NODE, id: 'engine-e1f2', kind: 'ENGINE', partitions: 64, loopDelayMs: 3.2, workerLoad: 0.125 },
    { ...NODE, id: 'gateway-a3b4', kind: 'GATEWAY', isLive: false, measuredAt: BEFORE, partitions: null, loopDelayMs: 1, workerLoad: null },
  ],
  queues: { outbox: 3, outboxSeconds: 1.5, jobs: 4, notifications: 5 },
  failedJobCount: 1,
  failedJobs: [JOB],
  database: { version: '16.4', bytes: 52_428_800, connections: 21, slowStatements: [], slowStatementsProblem: 'It is not installed.' },
  lastBackup: { at: BEFORE, bytes: 3_145_728 },
  lastHour: [{ at: AT, feedAgeMs: 900, loopDelayMs: 12, workerLoad: 0.5, outboxSeconds: 0.1, jobs: 9, errors: 1 }],
}

function show(answers: Answers) {
  const told = testClient(answers)
  render(
    <ApolloProvider client={told.client}>
      <SystemView />
    </ApolloProvider>,
  )
  return told
}
afterEach(() => vi.restoreAllMocks())

it('shows nodes, queues, the database and the last hour, and what is pushed later', async () => {
  const { push } = show({ systemStatus: () => STATUS })
  const nodes = within(await screen.findByRole('region', { name: 'Nodes, table' })).getAllByRole('row')
  expect(nodes[1]?.textContent).toBe('Engine e1f2Running0.1.0, Node v20.19.02 h643 ms12.5%310 MB2')
  expect(nodes[2]?.textContent).toContain('Gateway a3b4Gone, 2 h ago')
  for (const text of ['420 ms ago', '3, the oldest for 1.5 s', '50 MB', '2 h ago, 3 MB', 'It is not installed.'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Feed age: 900 ms last, 900 ms at most.' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Jobs: 9 last, 9 at most.' })).toBeTruthy()
  const slow = [{ text: 'SELECT $1', calls: 1_200, meanMs: 43 }]
  act(() =>
    push('systemStatus', {
      ...{ ...STATUS, feedAgeMs: null, ownerless: 5, failedJobCount: 0, failedJobs: [], lastBackup: null, lastHour: [] },
      database: { ...STATUS.database, slowStatements: slow, slowStatementsProblem: null },
    }),
  )
  expect(await screen.findByText('Not expected now')).toBeTruthy()
  for (const text of ['No failed jobs.', 'Never', 'SELECT $1', '1,200', '43 ms']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText(/5 of them have no owner/)).toBeTruthy()
})

it('tries a failed job again, and cancels one only with a reason', async () => {
  const said = vi.spyOn(toast, 'success')
  const { asked } = show({
    systemStatus: () => STATUS,
    retryJob: () => STATUS,
    cancelJob: () => ({ ...STATUS, failedJobCount: 0, failedJobs: [] }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Retry job 77' }))
  await waitFor(() => expect(said).toHaveBeenCalledWith('mail.send will be retried'))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel job 77' }))
  const dialog = within(await screen.findByRole('dialog'))
  const cancel = dialog.getByRole('button', { name: 'Cancel the job' })
  expect(cancel.matches(':disabled')).toBe(true)
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: ' Its account is gone ' } })
  fireEvent.click(cancel)
  expect(await screen.findByText('No failed jobs.')).toBeTruthy()
  expect(asked.filter(({ operation }) => operation.endsWith('Job')).map(({ variables }) => variables)).toEqual([
    { id: '77' },
    { input: { id: '77', reason: 'Its account is gone' } },
  ])
})

it('says when nothing newer has come', async () => {
  show({ systemStatus: () => ({ ...STATUS, at: BEFORE }) })
  expect(await screen.findByText(/nothing newer has arrived/)).toBeTruthy()
})

it('offers another try when it does not come', async () => {
  let isAway = true
  show({
    systemStatus: () => {
      if (isAway) throw new GraphQLError('Away.')
      return STATUS
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the system: Away.')
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('420 ms ago')).toBeTruthy()
})
