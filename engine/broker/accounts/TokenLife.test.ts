import { expect, it } from 'vitest'
import { pino } from 'pino'
import { istInstant, MINUTE, type Instant } from '../../../schema/time.ts'
import type { AccountRecords } from './AccountRecords.ts'
import { TokenLife } from './TokenLife.ts'

const DAY = '2026-11-23'
const at = (hour: number, minute: number) => istInstant(DAY, hour * 60 + minute)
const SESSION = { open: at(9, 15), close: at(15, 30) }

/** What is done at these market times, a minute of real time apart. */
async function doneAt(times: readonly Instant[], { session = SESSION as typeof SESSION | null, isMine = true } = {}) {
  const done: string[] = []
  const accounts: Pick<AccountRecords, 'expire' | 'signInExpired' | 'checkUnchecked'> = {
    expire: async () => void done.push('expire'),
    signInExpired: async () => void done.push('signIn'),
    checkUnchecked: async (since) => void done.push(`check since ${(since - at(8, 30)) / MINUTE} minutes after 8:30`),
  }
  const life = new TokenLife({ accounts: accounts as AccountRecords, isMine: () => isMine, log: pino({ level: 'silent' }) })
  const answers: string[][] = []
  for (const [i, market] of times.entries()) {
    life.onTime(i * MINUTE, market, session)
    await life.stop()
    answers.push(done.splice(0))
  }
  return answers
}
const CHECK = 'check since 0 minutes after 8:30'

it('accounts are checked from 8:30 and signed in from 8:45 on, until the close', async () => {
  expect(await doneAt([at(8, 29), at(8, 30), at(8, 44), at(8, 45), at(15, 29), at(15, 30)])).toEqual([
    ['expire'],
    ['expire', CHECK],
    ['expire', CHECK],
    ['expire', CHECK, 'signIn'],
    ['expire', CHECK, 'signIn'],
    ['expire'],
  ])
})

it('nothing but the end of sessions happens on a day without a session, and nothing at all on a node that it is not up to', async () => {
  expect(await doneAt([at(9, 0)], { session: null })).toEqual([['expire']])
  expect(await doneAt([at(9, 0)], { isMine: false })).toEqual([[]])
})
