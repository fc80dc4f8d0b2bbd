import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SchedulerPartsFragment } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { PerformanceScheduler } from './PerformanceScheduler.tsx'

const RUNNING: SchedulerPartsFragment = {
  isRunning: true,
  activeJobs: [],
  lastRun: { id: 'r', kind: 'SCHEDULED', endedAt: '2026-07-01T04:35:00.120Z', durationMs: 120, results: 1_007, rows: 19, problem: null },
  nextRunAt: '2026-07-01T04:40:00.000Z',
  asOf: '2026-07-01T04:35:00.120Z',
  failures: 0,
}
const STOPPED: SchedulerPartsFragment = { ...RUNNING, isRunning: false, nextRunAt: null }

function show(answers: Answers) {
  const told = testClient(answers)
  render(
    <ApolloProvider client={told.client}>
      <PerformanceScheduler />
    </ApolloProvider>,
  )
  return told
}
const button = (name: string) => screen.findByRole('button', { name })
const isDisabled = async (name: string) => (await button(name)).matches(':disabled')
afterEach(() => vi.restoreAllMocks())

describe('PerformanceScheduler', () => {
  it('says how the updates went and when the next one is due; running, it can be stopped', async () => {
    const said = vi.spyOn(toast, 'success')
    show({ schedulerStatus: () => RUNNING, stopScheduler: () => STOPPED })
    expect(await screen.findByText('Running')).toBeTruthy()
    for (const text of ['None', '01 Jul 2026, 10:05 (scheduled)', '120 ms: 1,007 results counted, 19 rows written', '01 Jul 2026, 10:10'])
      expect(screen.getByText(text)).toBeTruthy()
    expect([await isDisabled('Start'), await isDisabled('Stop'), await isDisabled('Trigger Update')]).toEqual([true, false, false])
    fireEvent.click(await button('Stop'))
    expect(await screen.findByText('Stopped')).toBeTruthy()
    expect(screen.getByText('Not scheduled while stopped')).toBeTruthy()
    expect(said).toHaveBeenCalledWith('Performance scheduler stopped successfully!')
    expect([await isDisabled('Start'), await isDisabled('Stop')]).toEqual([false, true])
  })

  it('starts and triggers, and shows the job as it goes', async () => {
    const said = vi.spyOn(toast, 'success')
    const job = { id: 'j', kind: 'TRIGGERED' as const, startedAt: null, problem: null }
    const { push } = show({
      schedulerStatus: () => STOPPED,
      startScheduler: () => RUNNING,
      triggerUpdate: () => ({ ...RUNNING, activeJobs: [job] }),
    })
    fireEvent.click(await button('Start'))
    await waitFor(() => expect(said).toHaveBeenCalledWith('Performance scheduler started successfully!'))
    fireEvent.click(await button('Trigger Update'))
    expect(await screen.findByText('triggered (waiting)')).toBeTruthy()
    expect(said).toHaveBeenCalledWith('Performance update triggered successfully!')
    act(() => push('schedulerStatus', { ...RUNNING, activeJobs: [{ ...job, startedAt: '2026-07-01T04:36:00Z' }] }))
    expect(await screen.findByText('triggered (running)')).toBeTruthy()
  })

  it('says what failed, in the server’s words where it has some', async () => {
    const said = vi.spyOn(toast, 'error')
    show({
      schedulerStatus: () => ({ ...RUNNING, failures: 2, lastRun: { ...RUNNING.lastRun, problem: 'The update failed.' } }),
      stopScheduler: () => {
        throw new GraphQLError('Not now.')
      },
    })
    expect((await screen.findByRole('alert')).textContent).toBe('The update failed.')
    expect(screen.getByText('2')).toBeTruthy()
    fireEvent.click(await button('Stop'))
    await waitFor(() => expect(said).toHaveBeenCalledWith('Not now.'))
    fireEvent.click(await button('Trigger Update'))
    await waitFor(() => expect(said).toHaveBeenCalledWith('Failed to trigger the performance update', expect.anything()))
  })

  it('offers another try when it does not come', async () => {
    let isAway = true
    show({
      schedulerStatus: () => {
        if (isAway) throw new GraphQLError('Away.')
        return RUNNING
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the performance scheduler: Away.')
    isAway = false
    fireEvent.click(await button('Retry'))
    expect(await screen.findByText('Running')).toBeTruthy()
  })
})
