import { expect, it } from 'vitest'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import { StandingFacts } from './StandingFacts.ts'

function open() {
  const kept: string[] = []
  let outcome: 'done' | 'abandoned' = 'done'
  const beside = {
    add: async (_name: string, job: () => Promise<void>) => {
      if (outcome === 'done') await job()
      return outcome
    },
  } as JobQueue
  const facts = new StandingFacts<string>({ name: 'keep', beside, keep: async (told) => void kept.push(told) })
  return { facts, kept, end: (how: typeof outcome) => void (outcome = how) }
}

it('tells what has changed, once', () => {
  const { facts, kept } = open()
  for (const told of ['a', 'a', 'b']) facts.tell(told)
  expect(kept).toEqual(['a', 'b'])
})

it('tells nothing while it is held, whatever changes and whatever was abandoned before, and afterwards also what it has told already', async () => {
  const { facts, kept, end } = open()
  facts.tell('a')
  end('abandoned')
  facts.tell('b')
  facts.hold()
  await Promise.resolve()
  end('done')
  for (const told of ['b', 'c', 'a']) facts.tell(told)
  expect(kept).toEqual(['a'])
  facts.release()
  facts.tell('a')
  expect(kept).toEqual(['a', 'a'])
})
