import { describe, expect, it } from 'vitest'
import { filterProblem, NO_FILTERS, toInput } from './useHistoryFilters.ts'

describe('filters of the history', () => {
  it.each([
    [{ from: '2026-11-20', to: '2026-11-19' }, 'The end date is before the start date.'],
    [{ from: '2026-02-30' }, '2026-02-30 is not a date. Choose one between 2000 and 2099.'],
    [{ to: '0026-11-19' }, '0026-11-19 is not a date. Choose one between 2000 and 2099.'],
    [{ to: '<script>alert(1)</script>' }, '<script>alert(1)</sc is not a date. Choose one between 2000 and 2099.'],
    [{ search: 'x'.repeat(10_000) }, 'Search for at most 100 characters.'],
    [{ status: 'RUNNING' }, 'There is no such status. Choose one from the list.'],
    [{ mode: 'live' }, 'There is no such mode. Choose one from the list.'],
    [{ reason: 'BORED' }, 'There is no such exit reason. Choose one from the list.'],
    [{ status: 'toString' }, 'There is no such status. Choose one from the list.'],
  ])('%j are answered in plain words', (changes, problem) => {
    expect(filterProblem({ ...NO_FILTERS, ...changes })).toBe(problem)
  })

  it('of one day, of a leap day and with spaces round the search are fine', () => {
    expect(filterProblem(NO_FILTERS)).toBeNull()
    expect(filterProblem({ ...NO_FILTERS, from: '2028-02-29', to: '2028-02-29', search: ` ${'x'.repeat(100)} ` })).toBeNull()
  })

  it('go to the server under its names, empty ones not at all', () => {
    expect(toInput(NO_FILTERS)).toEqual({})
    expect(
      toInput({
        search: ' ema ',
        status: 'TARGET_HIT',
        reason: 'MANUAL',
        strategy: 's1',
        mode: 'LIVE',
        from: '2026-11-01',
        to: '2026-11-30',
      }),
    ).toEqual({
      ...{ search: 'ema', status: 'TARGET_HIT', exitReason: 'MANUAL', strategyId: 's1', mode: 'LIVE' },
      ...{ fromDate: '2026-11-01', toDate: '2026-11-30' },
    })
  })
})
