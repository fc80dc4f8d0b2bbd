import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { RemovedStops } from './RemovedStops.ts'

/** `letGo`: what the records answer, in turn; an Error: the job is abandoned. */
function open(letGo: readonly (string | null | Error)[], left: readonly string[] = []) {
  const answers = [...letGo]
  const [asked, told]: [string[], string[]] = [[], []]
  const removed = new RemovedStops({
    records: {
      letGo: async (legId) => {
        asked.push(legId)
        const answer = answers.shift() ?? null
        if (answer instanceof Error) throw answer
        return answer
      },
      letGoTrades: async () => left,
    },
    lane: {
      length: 0,
      add: (_name, job) =>
        job().then(
          () => 'done' as const,
          () => 'abandoned' as const,
        ),
    },
    onLetGo: (tradeId) => void told.push(tradeId),
    log: pino({ level: 'silent' }),
  })
  return { removed, asked, told }
}

describe('a removed stop', () => {
  it('lets its trade go where its owner wants that: told once, however many stops of it he removes', async () => {
    const { removed, told } = open(['t', 't'])
    await removed.decide('l', 'STOP_REMOVED')
    await removed.decide('l2', 'STOP_REMOVED')
    expect([removed.has('t'), removed.has('other'), told]).toEqual([true, false, ['t']])
  })

  it('leaves its leg alone until that is decided, and is asked about once', async () => {
    const { removed, asked } = open([null])
    const decided = Promise.all([removed.decide('l', 'STOP_REMOVED'), removed.decide('l', 'STOP_REMOVED')])
    expect([removed.isUndecided('l'), removed.isUndecided('other')]).toEqual([true, false])
    await decided
    expect([removed.isUndecided('l'), removed.has('t'), asked]).toEqual([false, false, ['l']])
  })

  it('of a leg that is moved to another product meanwhile: both are decided, one after the other, and each waits for its own', async () => {
    const { removed, asked, told } = open([null, 't'])
    const first = removed.decide('l', 'STOP_REMOVED')
    let isMoved = false
    const moved = removed.decide('l', 'CONVERTED').then(() => (isMoved = true))
    expect(asked).toEqual(['l'])
    await first
    expect(isMoved).toBe(false)
    await moved
    expect([asked, told, removed.isUndecided('l')]).toEqual([['l', 'l'], ['t'], false])
  })

  it('is placed again where nothing can be decided', async () => {
    const { removed, told } = open([new Error('the books are damaged')])
    await removed.decide('l', 'STOP_REMOVED')
    expect([removed.isUndecided('l'), removed.has('t'), told]).toEqual([false, false, []])
  })

  it('of a trade that an earlier engine let go stays so, until the books say otherwise', async () => {
    const { removed } = open([], ['t'])
    expect(await removed.resume()).toEqual(['t'])
    expect(removed.has('t')).toBe(true)
  })
})
